import type en from '../../en/analysis/analysis';
import type { Translation } from '../../message';

export default {
  analysis: {
    title: 'Analyse',
    titleOf: 'Analyse: {name}',
    intro: 'Probeer elke zet die je wilt op het bord. Je varianten staan ernaast en worden in het adres van de pagina bewaard.',
    mode: 'Aantal spelers',
    fromLayout: 'Vanuit een opstelling',
    fromText: 'Vanuit een tekst',
    textHint: 'Plak een stelling of een hele partij, gekopieerd van de pagina van een partij.',
    file: 'Bestand openen',
    read: 'Importeren',
    none: 'Doe een willekeurige zet om te beginnen.',
    promote: 'Variant promoveren',
    remove: 'Vanaf hier verwijderen',
    pass: 'Passen',
    other: 'Nieuwe analyse',
    toGame: 'Terug naar de partij',
    decided: 'Partij afgelopen',
    incomplete: 'Sommige zetten uit dit adres waren niet te lezen. De rest zie je hier.',
    neither:
      'Dit is geen stelling en ook geen partij. Een stelling is één regel die begint met de negen rijen, met schuine strepen ertussen. Een partij begint met de gegevens tussen vierkante haken.',
    unreadable: 'Uit dit adres was geen stelling te lezen. {why}',
    insteadOf: 'Alternatieven voor {move}',
    ejects: '{move}, duwt een knikker van het bord',
    loading: 'Laden…',
  },
  editor: {
    title: 'Stelling opzetten',
    open: 'Stelling opzetten',
    hint: 'Kies een kleur en druk op velden of sleep eroverheen. Een kogel van dezelfde kleur wordt dan weggehaald.',
    board: 'De stelling die je opzet.',
    marbles: 'Plaatsen',
    erase: 'Kogels weghalen',
    layout: 'Opstelling',
    own: 'Eigen stelling',
    turn: 'Aan zet',
    captured: 'Weggeduwd door {side}',
    analyse: 'Analyseren',
    study: 'Als studie bewaren',
    clear: 'Bord leegmaken',
  },
  positionFault: {
    missing: `{field, select,
      rows {Dit is geen stelling en geen partij: de rijen ontbreken.}
      turn {Er staat niet wie er aan zet is.}
      captured {De aantallen van het bord geduwde knikkers ontbreken.}
      quiet {Het aantal zetten sinds er voor het laatst een knikker van het bord is geduwd ontbreekt.}
      ply {Het aantal gespeelde zetten ontbreekt.}
    }`,
    too_long: 'Er staat nog tekst achter de stelling.',
    rowCount: 'Een stelling heeft negen rijen, deze heeft er {count, plural, one {één} other {#}}.',
    rowLength: 'Rij {row} heeft te veel of te weinig velden.',
    symbol: 'In rij {row} is “{symbol}” geen knikker en geen aantal vrije velden.',
    turn: 'Aan zet kan alleen b, w, r of y zijn.',
    captured: 'De aantallen van het bord geduwde knikkers moeten door komma’s gescheiden zijn.',
    plies: 'Zetten worden in gewone cijfers geteld.',
    foreignColor: `{color, select,
      black {Zwart doet bij dit aantal spelers niet mee.}
      white {Wit doet bij dit aantal spelers niet mee.}
      red {Rood doet bij dit aantal spelers niet mee.}
      yellow {Geel doet bij dit aantal spelers niet mee.}
    }`,
    wrong_sides: 'Voor elke kant moet er staan hoeveel knikkers die van het bord heeft geduwd.',
    too_many_captured: 'Een kant kan hoogstens zes knikkers van het bord duwen.',
  },
  recordFault: {
    at: 'Regel {line, number}, teken {column, number}: {why}',
    expected: 'Hier ontbreekt “{wanted}”. Een tag schrijf je als [Naam “waarde”].',
    escape: 'In een waarde staat \\ alleen voor een aanhalingsteken of een andere \\.',
    open_comment: 'Deze opmerking wordt niet afgesloten.',
    tag_twice: 'Deze tag staat er twee keer.',
    position: 'De tag Position bevat geen geldige stelling.',
    tag_name: 'Deze tag heeft geen naam.',
    no_start: 'De opstelling ontbreekt. Zet voor de zetten een tag Layout of Position.',
    two_starts: 'De opstelling staat er twee keer. Gebruik Layout of Position, niet allebei.',
    mode: 'Onbekende spelvorm.',
    layout: 'Onbekende opstelling.',
    layout_does_not_fit: 'Deze opstelling is voor een ander aantal spelers.',
    pass_of_two: 'Met twee spelers kun je niet passen: elke beurt is een zet.',
  },
  explorer: {
    open: 'Openingenboek',
    heading: 'Openingenboek',
    none: 'Nog geen partijen met deze stelling.',
    ended: 'Het openingenboek kent alleen {count, plural, one {de eerste zet} other {de eerste # zetten}}.',
    move: 'Zet',
    games: 'Partijen',
    won: 'Gewonnen',
    drawn: 'Remise',
    lost: 'Verloren',
    play: 'Speel {move}',
    ratings: 'Rating van de spelers',
    caption: 'Hoe vaak elke zet is gespeeld, en hoe het afliep voor wie hem speelde',
  },
  band: {
    all: 'Alle partijen',
    unrated: 'Spelers zonder rating',
    under_1400: 'Onder 1400',
    from_1400: '1400 tot en met 1599',
    from_1600: '1600 tot en met 1799',
    from_1800: '1800 tot en met 1999',
    from_2000: 'Vanaf 2000',
  },
} satisfies Translation<typeof en>;
