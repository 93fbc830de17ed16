import type en from '../../en/analysis/analysis';
import type { Translation } from '../../message';

export default {
  analysis: {
    title: 'Analyse',
    titleOf: 'Analyse: {name}',
    intro: 'Probier auf dem Brett beliebige Züge aus. Deine Varianten stehen daneben und in der Adresse der Seite.',
    mode: 'Spielerzahl',
    fromLayout: 'Aus einer Aufstellung',
    fromText: 'Aus einem Text',
    textHint: 'Füg eine Stellung oder eine ganze Partie ein, wie du sie auf der Seite einer Partie kopieren kannst.',
    file: 'Datei öffnen',
    read: 'Importieren',
    none: 'Mach irgendeinen Zug, um zu beginnen.',
    promote: 'Variante aufwerten',
    remove: 'Ab hier löschen',
    pass: 'Passen',
    other: 'Neue Analyse',
    toGame: 'Zurück zur Partie',
    decided: 'Partie beendet',
    incomplete: 'Einige Züge aus dieser Adresse ließen sich nicht lesen. Die übrigen siehst du hier.',
    neither:
      'Das ist weder eine Stellung noch eine Partie. Eine Stellung ist eine Zeile, die mit ihren neun Reihen beginnt, getrennt durch Schrägstriche. Eine Partie beginnt mit ihren Angaben in eckigen Klammern.',
    unreadable: 'Aus dieser Adresse ließ sich keine Stellung lesen. {why}',
    insteadOf: 'Alternativen zu {move}',
    ejects: '{move}, schiebt eine Kugel hinaus',
    loading: 'Wird geladen …',
  },
  editor: {
    title: 'Stellung aufbauen',
    open: 'Stellung aufbauen',
    hint: 'Wähle eine Farbe und tippe auf Felder oder ziehe darüber. Eine Kugel derselben Farbe wird dabei entfernt.',
    board: 'Die Stellung, die du aufbaust.',
    marbles: 'Setzen',
    erase: 'Kugeln entfernen',
    layout: 'Aufstellung',
    own: 'Eigene Stellung',
    turn: 'Am Zug',
    captured: 'Hinausgeschoben von {side}',
    analyse: 'Analysieren',
    study: 'Als Studie speichern',
    clear: 'Brett leeren',
  },
  positionFault: {
    missing: `{field, select,
      rows {Das ist weder eine Stellung noch eine Partie: Die Reihen fehlen.}
      turn {Es fehlt, wer am Zug ist.}
      captured {Die Anzahl der hinausgeschobenen Kugeln fehlt.}
      quiet {Es fehlt, wie viele Züge seit der letzten hinausgeschobenen Kugel vergangen sind.}
      ply {Die Zahl der gespielten Züge fehlt.}
    }`,
    too_long: 'Hinter der Stellung steht noch etwas.',
    rowCount: 'Eine Stellung hat neun Reihen, diese hat {count, plural, one {eine} other {#}}.',
    rowLength: 'Reihe {row} hat zu viele oder zu wenige Felder.',
    symbol: 'In Reihe {row} ist „{symbol}“ weder eine Kugel noch eine Anzahl freier Felder.',
    turn: 'Am Zug kann nur b, w, r oder y sein.',
    captured: 'Die Zahlen der hinausgeschobenen Kugeln müssen durch Kommas getrennt sein.',
    plies: 'Züge werden in einfachen Ziffern angegeben.',
    foreignColor: `{color, select,
      black {Schwarz spielt bei dieser Spielerzahl nicht mit.}
      white {Weiß spielt bei dieser Spielerzahl nicht mit.}
      red {Rot spielt bei dieser Spielerzahl nicht mit.}
      yellow {Gelb spielt bei dieser Spielerzahl nicht mit.}
    }`,
    wrong_sides: 'Für jede Seite muss angegeben sein, wie viele Kugeln sie hinausgeschoben hat.',
    too_many_captured: 'Eine Seite kann höchstens sechs Kugeln hinausschieben.',
  },
  recordFault: {
    at: 'Zeile {line, number}, Zeichen {column, number}: {why}',
    expected: 'Hier fehlt „{wanted}“. So sieht eine Angabe aus: [Name „Wert“].',
    escape: 'In einem Wert steht \\ nur vor einem Anführungszeichen oder einem weiteren \\.',
    open_comment: 'Dieser Kommentar wird nicht geschlossen.',
    tag_twice: 'Diese Angabe kommt zweimal vor.',
    position: 'Die Angabe Position enthält keine gültige Stellung.',
    tag_name: 'Diese Angabe hat keinen Namen.',
    no_start: 'Die Aufstellung fehlt. Gib vor den Zügen Layout oder Position an.',
    two_starts: 'Die Aufstellung ist doppelt angegeben. Nimm entweder Layout oder Position.',
    mode: 'Unbekannter Modus.',
    layout: 'Unbekannte Aufstellung.',
    layout_does_not_fit: 'Diese Aufstellung ist für eine andere Spielerzahl.',
    pass_of_two: 'Zu zweit kann man nicht passen: Wer dran ist, muss ziehen.',
  },
  explorer: {
    open: 'Eröffnungsbuch',
    heading: 'Eröffnungsbuch',
    none: 'Noch keine Partien mit dieser Stellung.',
    ended: 'Das Eröffnungsbuch kennt nur {count, plural, one {den ersten Zug} other {die ersten # Züge}}.',
    move: 'Zug',
    games: 'Partien',
    won: 'Gewonnen',
    drawn: 'Remis',
    lost: 'Verloren',
    play: '{move} spielen',
    ratings: 'Wertung der Spieler',
    caption: 'Wie oft jeder Zug gespielt wurde und wie es für die Seite ausging, die ihn gespielt hat',
  },
  band: {
    all: 'Alle Partien',
    unrated: 'Spieler ohne Wertung',
    under_1400: 'Unter 1400',
    from_1400: '1400 bis 1599',
    from_1600: '1600 bis 1799',
    from_1800: '1800 bis 1999',
    from_2000: 'Ab 2000',
  },
} satisfies Translation<typeof en>;
