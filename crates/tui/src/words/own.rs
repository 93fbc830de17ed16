//! Texts that only the terminal client uses.

/// By key and language: English, German, Polish, Dutch.
pub(super) const TEXTS: &[(&str, [&str; 4])] = &[
    ("tui.computer", ["Play the computer", "Gegen den Computer", "Z komputerem", "Tegen de computer"]),
    ("tui.joinLink", ["Join by link", "Mit Link beitreten", "Dołącz przez link", "Meedoen met link"]),
    ("tui.linkPrompt", ["Link or id", "Link oder Kennung", "Link lub identyfikator", "Link of kenmerk"]),
    ("tui.finished", ["Finished games", "Gespielte Partien", "Zakończone partie", "Gespeelde partijen"]),
    ("tui.allFinished", ["Everybody's", "Von allen", "Wszystkich", "Van iedereen"]),
    ("tui.quit", ["Quit", "Beenden", "Zakończ", "Stoppen"]),
    ("tui.back", ["Back", "Zurück", "Wstecz", "Terug"]),
    ("tui.open", ["Open", "Öffnen", "Otwórz", "Openen"]),
    ("tui.choose", ["Choose", "Wählen", "Wybierz", "Kiezen"]),
    ("tui.change", ["Change", "Ändern", "Zmień", "Wijzigen"]),
    ("tui.actions", ["Actions", "Aktionen", "Akcje", "Acties"]),
    ("tui.turnBoard", ["Turn the board", "Brett drehen", "Obróć planszę", "Bord draaien"]),
    ("tui.opponents", ["Opponents", "Gegner", "Przeciwnicy", "Tegenstanders"]),
    ("tui.people", ["People", "Menschen", "Ludzie", "Mensen"]),
    (
        "tui.level",
        [
            "Computer, level {level}",
            "Computer, Stufe {level}",
            "Komputer, poziom {level}",
            "Computer, niveau {level}",
        ],
    ),
    (
        "tui.addComputer",
        ["Seat a computer", "Computer dazusetzen", "Posadź komputer", "Computer laten meedoen"],
    ),
    ("tui.step", ["Step", "Schritt", "Krok", "Stap"]),
    ("tui.ends", ["Start, end", "Anfang, Ende", "Początek, koniec", "Begin, eind"]),
    ("tui.days", ["{days} d a move", "{days} T je Zug", "{days} d na ruch", "{days} d per zet"]),
    (
        "tui.sure",
        [
            "Really? y: yes, any other key: no",
            "Wirklich? j: ja, jede andere Taste: nein",
            "Na pewno? t: tak, inny klawisz: nie",
            "Zeker? j: ja, elke andere toets: nee",
        ],
    ),
    ("tui.winners", ["Winner: {names}", "Gewonnen: {names}", "Zwycięstwo: {names}", "Gewonnen: {names}"]),
    ("tui.yes", ["y", "j", "t", "j"]),
    (
        "tui.small",
        [
            "The terminal is too small: 80 by 24, please.",
            "Das Terminal ist zu klein: bitte 80 mal 24.",
            "Terminal jest za mały: potrzeba 80 na 24.",
            "De terminal is te klein: 80 bij 24, graag.",
        ],
    ),
    (
        "tui.pick",
        [
            "Space picks cells, Enter plays",
            "Leertaste wählt Felder, Enter zieht",
            "Spacja wybiera pola, Enter gra",
            "Spatie kiest velden, Enter zet",
        ],
    ),
    (
        "tui.letterNext",
        [
            "{key} does not fit here: next comes a letter from a to i, as in a1b2.",
            "{key} passt hier nicht: Jetzt kommt ein Buchstabe von a bis i, wie in a1b2.",
            "{key} tu nie pasuje: teraz litera od a do i, jak w a1b2.",
            "{key} past hier niet: nu komt een letter van a tot i, zoals in a1b2.",
        ],
    ),
    (
        "tui.digitNext",
        [
            "{key} does not fit here: next comes a digit from 1 to 9, as in a1b2.",
            "{key} passt hier nicht: Jetzt kommt eine Ziffer von 1 bis 9, wie in a1b2.",
            "{key} tu nie pasuje: teraz cyfra od 1 do 9, jak w a1b2.",
            "{key} past hier niet: nu komt een cijfer van 1 tot 9, zoals in a1b2.",
        ],
    ),
    (
        "tui.entryFull",
        [
            "A move has at most three cells: Enter plays it, Backspace deletes.",
            "Ein Zug hat höchstens drei Felder: Enter zieht, die Rücktaste löscht.",
            "Ruch to najwyżej trzy pola: Enter gra, Backspace usuwa.",
            "Een zet heeft hoogstens drie velden: Enter zet, Backspace wist.",
        ],
    ),
    (
        "tui.closed",
        [
            "The server has ended the connection: {why}",
            "Der Server hat die Verbindung beendet: {why}",
            "Serwer zakończył połączenie: {why}",
            "De server heeft de verbinding beëindigd: {why}",
        ],
    ),
    (
        "tui.computerWaits",
        [
            "The computer waits until the server can think.",
            "Der Computer wartet, bis der Server denken kann.",
            "Komputer czeka, aż serwer znajdzie czas na myślenie.",
            "De computer wacht tot de server kan denken.",
        ],
    ),
];
