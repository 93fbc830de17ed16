import type en from '../../en/analysis/analysis';
import type { Translation } from '../../message';

export default {
  analysis: {
    title: 'Analiza',
    titleOf: 'Analiza: {name}',
    intro: 'Wypróbuj na planszy dowolne ruchy. Warianty widać obok, a zapisują się w adresie strony.',
    mode: 'Liczba graczy',
    fromLayout: 'Od ustawienia',
    fromText: 'Z tekstu',
    textHint: 'Wklej pozycję, partię albo same ruchy: ze strony partii tutaj, z archiwum Abalassembly (APGN) lub z PlayStrategy. Warianty zostają zachowane.',
    file: 'Otwórz plik',
    read: 'Importuj',
    none: 'Wykonaj dowolny ruch, aby zacząć.',
    promote: 'Przesuń wariant wyżej',
    remove: 'Usuń od tego miejsca',
    pass: 'Pasuj',
    other: 'Nowa analiza',
    toGame: 'Wróć do partii',
    decided: 'Koniec partii',
    incomplete: 'Niektórych ruchów z tego adresu nie udało się odczytać. Pozostałe widać tutaj.',
    neither: 'To nie jest ani pozycja, ani partia.',
    unreadable: 'Z tego adresu nie udało się odczytać pozycji. {why}',
    insteadOf: 'Zamiast {move}',
    ejects: '{move}, wypycha kulę',
    loading: 'Wczytywanie…',
  },
  editor: {
    title: 'Ustaw pozycję',
    open: 'Ustaw pozycję',
    hint: 'Wybierz kolor, a potem naciskaj pola lub przeciągaj po nich. Naciśnięcie kuli tego samego koloru usuwa ją.',
    board: 'Pozycja, którą ustawiasz.',
    marbles: 'Ustaw',
    erase: 'Usuwaj kule',
    layout: 'Ustawienie',
    own: 'Własna pozycja',
    turn: 'Ruch mają',
    captured: 'Wypchnięte przez: {side}',
    analyse: 'Analizuj',
    study: 'Zapisz jako studium',
    play: 'Zagraj z tej pozycji',
    clear: 'Wyczyść planszę',
  },
  positionFault: {
    missing: `{field, select,
      rows {To nie jest ani pozycja, ani partia: brakuje rzędów.}
      turn {Brakuje koloru, który ma ruch.}
      captured {Brakuje liczb wypchniętych kul.}
      quiet {Brakuje liczby ruchów od ostatniego wypchnięcia.}
      ply {Brakuje liczby wykonanych ruchów.}
    }`,
    too_long: 'Za pozycją jest jeszcze jakiś tekst.',
    rowCount: `Pozycja ma dziewięć rzędów, a {count, plural,
      one {tu jest jeden}
      few {tu są #}
      many {tu jest #}
      other {tu jest #}
    }.`,
    rowLength: 'Rząd {row} ma za dużo albo za mało pól.',
    symbol: 'W rzędzie {row} znak „{symbol}” nie oznacza ani kuli, ani liczby wolnych pól.',
    turn: 'Kolor, który ma ruch, to b, w, r lub y.',
    captured: 'Liczby wypchniętych kul muszą być oddzielone przecinkami.',
    plies: 'Liczby ruchów podaje się zwykłymi cyframi.',
    foreignColor: `{color, select,
      black {Czarne nie grają przy tej liczbie graczy.}
      white {Białe nie grają przy tej liczbie graczy.}
      red {Czerwone nie grają przy tej liczbie graczy.}
      yellow {Żółte nie grają przy tej liczbie graczy.}
    }`,
    wrong_sides: 'Dla każdej strony musi być podana liczba wypchniętych kul.',
    too_many_captured: 'Jedna strona może wypchnąć najwyżej sześć kul.',
  },
  recordFault: {
    at: 'Wiersz {line, number}, znak {column, number}: {why}',
    expected: 'Brakuje tu „{wanted}”. Znacznik zapisuje się tak: [Nazwa „wartość”].',
    escape: 'W wartości znak \\ stoi tylko przed cudzysłowem albo przed drugim \\.',
    open_comment: 'Ten komentarz nie jest zamknięty.',
    tag_twice: 'Ten znacznik występuje dwa razy.',
    position: 'Znacznik Position nie zawiera poprawnej pozycji.',
    tag_name: 'Ten znacznik nie ma nazwy.',
    no_game: 'Nie ma tu partii: ani ruchów, ani ustawienia.',
    no_start: 'Brakuje ustawienia. Dodaj przed ruchami znacznik Layout albo Position.',
    no_position: 'Wariant „custom” wymaga znacznika Position.',
    early_variation: 'Wariant w nawiasach musi następować po ruchu, który zastępuje.',
    open_variation: 'Wariant nie jest zamknięty.',
    close_variation: 'Żaden wariant nie jest tu otwarty.',
    two_starts: 'Ustawienie podano dwa razy. Użyj albo Layout, albo Position.',
    mode: 'Nieznany tryb gry.',
    layout: 'Nieznane ustawienie.',
    layout_does_not_fit: 'To ustawienie jest dla innej liczby graczy.',
    pass_of_two: 'Gdy gra dwoje, nie można pasować: zawsze trzeba wykonać ruch.',
  },
  assumption: {
    layout: 'Brak nazwy ustawienia. Przyjęto: {value}.',
    turn: 'Brak strony na ruchu. Przyjęto: czarne.',
    score: 'Brak wyniku. Przyjęto: 0:0.',
    far_moves: 'Te ruchy są w notacji PlayStrategy lub Nacre.',
    marks: 'Znaki takie jak !? i $2 nie są zachowywane.',
    first_game: 'Tekst zawiera kilka partii. Wczytano tylko pierwszą.',
    result_token: 'Wynik {value} po ruchach pominięto: znacznik Result jest inny.',
    variant: 'Wariant {value} pominięto: znacznik Position jest inny.',
    heading: 'Ten wiersz pominięto: {value}',
    encoding: 'Plik nie jest w Unicode. Przyjęto: {value}.',
  },
  explorer: {
    open: 'Baza otwarć',
    heading: 'Baza otwarć',
    none: 'Nie ma jeszcze partii z tą pozycją.',
    ended: `Baza otwarć obejmuje tylko {count, plural,
      one {pierwszy ruch}
      few {pierwsze # ruchy}
      many {pierwszych # ruchów}
      other {pierwsze # ruchu}
    }.`,
    move: 'Ruch',
    games: 'Partie',
    won: 'Wygrane',
    drawn: 'Remisy',
    lost: 'Przegrane',
    play: 'Zagraj {move}',
    ratings: 'Ranking graczy',
    caption: 'Jak często grano każdy ruch i z jakim wynikiem dla tego, kto go wykonał',
  },
  opening: {
    push: 'Szybkie pchnięcie',
    spearhead: 'Grot',
    lance: 'Lanca',
    scout: 'Zwiadowca',
    flank: 'Marsz skrzydłem',
    broadside: 'Salwa burtowa',
    sideStep: 'Ruch boczny',
    mirror: 'Lustro',
  },
  band: {
    all: 'Wszystkie partie',
    unrated: 'Gracze bez rankingu',
    under_1400: 'Poniżej 1400',
    from_1400: '1400–1599',
    from_1600: '1600–1799',
    from_1800: '1800–1999',
    from_2000: 'Od 2000',
  },
} satisfies Translation<typeof en>;
