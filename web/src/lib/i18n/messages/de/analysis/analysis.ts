import type en from '../../en/analysis/analysis';
import type { Translation } from '../../message';

export default {
  analysis: {
    title: 'Analyse',
    titleOf: 'Analyse: {name}',
    intro: 'Probier auf dem Brett beliebige Züge aus. Sie bleiben daneben stehen und auch in der Adresse der Seite.',
    mode: 'Spielerzahl',
    fromLayout: 'Von einer Startaufstellung',
    fromText: 'Von einem Text',
    textHint: 'Füg eine Stellung ein oder eine ganze Partie, wie du sie auf der Seite der Partie kopieren kannst.',
    file: 'Datei öffnen',
    read: 'Einlesen',
    none: 'Mach irgendeinen Zug.',
    promote: 'Variante nach oben',
    remove: 'Ab hier löschen',
    pass: 'Zug weitergeben',
    other: 'Andere Analyse',
    toGame: 'Zur Partie',
    decided: 'Hier zieht niemand mehr.',
    incomplete: 'Einige Züge in der Adresse sind nicht lesbar. Die anderen stehen hier.',
    neither:
      'Das ist weder eine Stellung noch eine Partie. Eine Stellung ist eine Zeile, die mit ihren neun Reihen beginnt, getrennt durch Schrägstriche. Eine Partie beginnt mit ihren Angaben in eckigen Klammern.',
    unreadable: 'In dieser Adresse steht keine lesbare Stellung. {why}',
    insteadOf: 'Statt {move}',
    ejects: '{move}, schiebt eine Kugel hinaus',
    loading: 'Wird geladen …',
  },
  positionFault: {
    missing: `{field, select,
      rows {Die Reihen fehlen.}
      turn {Es fehlt der Buchstabe der Farbe, die am Zug ist.}
      captured {Die Zahlen der hinausgeschobenen Kugeln fehlen.}
      quiet {Es fehlt, wie viele Züge seit der letzten hinausgeschobenen Kugel vergangen sind.}
      ply {Die Zahl der gespielten Züge fehlt.}
    }`,
    too_long: 'In der Zeile steht mehr, als zu einer Stellung gehört.',
    rowCount: 'Eine Stellung hat neun Reihen, hier {count, plural, one {ist es eine} other {sind es #}}.',
    rowLength: 'Reihe {row} hat zu viele oder zu wenige Felder.',
    symbol: 'In Reihe {row} ist „{symbol}“ weder eine Kugel noch eine Anzahl freier Felder.',
    turn: 'Die Farbe am Zug ist einer der Buchstaben b, w, r, y.',
    captured: 'Die hinausgeschobenen Kugeln sind Zahlen mit Kommas dazwischen.',
    plies: 'Die Züge werden in einfachen Ziffern gezählt.',
    foreignColor: `{color, select,
      black {Schwarz spielt bei dieser Spielerzahl nicht mit.}
      white {Weiß spielt bei dieser Spielerzahl nicht mit.}
      red {Rot spielt bei dieser Spielerzahl nicht mit.}
      yellow {Gelb spielt bei dieser Spielerzahl nicht mit.}
    }`,
    wrong_sides: 'Für jede Seite muss eine Zahl hinausgeschobener Kugeln dastehen.',
    too_many_captured: 'Keine Seite schiebt mehr als sechs Kugeln hinaus.',
  },
  recordFault: {
    at: 'Zeile {line, number}, Zeichen {column, number}: {why}',
    expected: 'Hier fehlt „{wanted}“: So sieht eine Angabe aus: [Name „Wert“].',
    escape: 'In einem Wert steht \\ nur vor einem Anführungszeichen oder einem weiteren \\.',
    open_comment: 'Der Kommentar, der hier beginnt, hört nicht auf.',
    tag_twice: 'Diese Angabe steht zweimal da.',
    position: 'In der Angabe Position steht keine Stellung, die sich lesen lässt.',
    tag_name: 'Diese Angabe hat keinen Namen.',
    no_start: 'Der Anfang fehlt: Vor den Zügen steht Layout oder Position.',
    two_starts: 'Der Anfang ist doppelt angegeben, mit Layout und mit Position.',
    mode: 'Diese Spielart gibt es nicht.',
    layout: 'Diese Startaufstellung gibt es nicht.',
    layout_does_not_fit: 'Diese Startaufstellung ist für eine andere Spielerzahl.',
    pass_of_two: 'Zu zweit ist jeder Spielzug ein Zug mit Kugeln.',
  },
  explorer: {
    open: 'Was andere hier spielten',
    heading: 'Eröffnungen',
    none: 'Von hier hat noch niemand gespielt.',
    ended: '{count, plural, one {Bekannt ist der erste Zug der Partien.} other {Bekannt sind die ersten # Züge der Partien.}}',
    move: 'Zug',
    games: 'Partien',
    won: 'Gewonnen',
    drawn: 'Unentschieden',
    lost: 'Verloren',
    play: '{move} spielen',
    ratings: 'Stärke der Spieler',
    caption: 'Wie oft jeder Zug gespielt wurde, und wie es für diese Seite ausging',
  },
  band: {
    all: 'Alle Partien',
    unrated: 'Ohne Wertung',
    under_1400: 'Unter 1400',
    from_1400: '1400 bis 1599',
    from_1600: '1600 bis 1799',
    from_1800: '1800 bis 1999',
    from_2000: 'Ab 2000',
  },
} satisfies Translation<typeof en>;
