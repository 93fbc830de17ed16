import type en from '../../en/analysis/analysis';
import type { Translation } from '../../message';

export default {
  analysis: {
    title: 'Analyse',
    titleOf: 'Analyse: {name}',
    intro: 'Probeer elke zet die je wilt op het bord. Wat je probeert blijft ernaast staan, en in het adres van de pagina.',
    mode: 'Spelers',
    fromLayout: 'Vanaf een beginopstelling',
    fromText: 'Vanuit een tekst',
    textHint: 'Plak een stelling, of een hele partij zoals je die op de pagina van de partij kunt kopiëren.',
    file: 'Bestand openen',
    read: 'Inlezen',
    none: 'Doe een willekeurige zet.',
    promote: 'Variant omhoog',
    remove: 'Vanaf hier wissen',
    pass: 'Beurt doorgeven',
    other: 'Andere analyse',
    toGame: 'Naar de partij',
    decided: 'Hier zet niemand meer.',
    incomplete: 'Sommige zetten in het adres waren niet te lezen. De andere staan hier.',
    neither:
      'Dit is geen stelling en ook geen partij. Een stelling is één regel die begint met de negen rijen, met schuine strepen ertussen. Een partij begint met de gegevens tussen vierkante haken.',
    unreadable: 'In dit adres staat geen stelling die te lezen is. {why}',
    insteadOf: 'In plaats van {move}',
    ejects: '{move}, duwt een knikker eraf',
    loading: 'Laden …',
  },
  positionFault: {
    missing: `{field, select,
      rows {De rijen ontbreken.}
      turn {De letter van de kleur die aan zet is ontbreekt.}
      captured {De aantallen uitgestoten knikkers ontbreken.}
      quiet {Het aantal zetten sinds de laatste uitgestoten knikker ontbreekt.}
      ply {Het aantal gespeelde zetten ontbreekt.}
    }`,
    too_long: 'Er staat meer op de regel dan bij een stelling hoort.',
    rowCount: 'Een stelling heeft negen rijen; hier {count, plural, one {is het er één} other {zijn het er #}}.',
    rowLength: 'Rij {row} heeft te veel of te weinig velden.',
    symbol: 'In rij {row} is “{symbol}” geen knikker en geen aantal vrije velden.',
    turn: 'De kleur die aan zet is, is een van de letters b, w, r, y.',
    captured: 'De uitgestoten knikkers zijn getallen met komma’s ertussen.',
    plies: 'De zetten worden in gewone cijfers geteld.',
    foreignColor: `{color, select,
      black {Zwart doet bij dit aantal spelers niet mee.}
      white {Wit doet bij dit aantal spelers niet mee.}
      red {Rood doet bij dit aantal spelers niet mee.}
      yellow {Geel doet bij dit aantal spelers niet mee.}
    }`,
    wrong_sides: 'Voor elke partij moet er een aantal uitgestoten knikkers staan.',
    too_many_captured: 'Geen enkele partij stoot meer dan zes knikkers uit.',
  },
  recordFault: {
    at: 'Regel {line, number}, teken {column, number}: {why}',
    expected: 'Hier ontbreekt “{wanted}”: een label schrijf je als [Naam “waarde”].',
    escape: 'In een waarde staat \\ alleen voor een aanhalingsteken of een andere \\.',
    open_comment: 'De opmerking die hier begint, houdt niet op.',
    tag_twice: 'Deze tag staat er twee keer.',
    position: 'In de tag Position staat geen stelling die te lezen is.',
    tag_name: 'Dit label heeft geen naam.',
    no_start: 'Het begin ontbreekt: voor de zetten staat Layout of Position.',
    two_starts: 'Het begin staat er twee keer, met Layout en met Position.',
    mode: 'Deze spelvorm bestaat niet.',
    layout: 'Deze beginopstelling bestaat niet.',
    layout_does_not_fit: 'Deze beginopstelling is voor een ander aantal spelers.',
    pass_of_two: 'Met twee spelers is elke beurt een zet.',
  },
  explorer: {
    open: 'Wat anderen hier speelden',
    heading: 'Openingen',
    none: 'Nog niemand heeft vanaf hier gespeeld.',
    ended: '{count, plural, one {Bekend is de eerste zet van partijen.} other {Bekend zijn de eerste # zetten van partijen.}}',
    move: 'Zet',
    games: 'Partijen',
    won: 'Gewonnen',
    drawn: 'Remise',
    lost: 'Verloren',
    play: 'Speel {move}',
    ratings: 'Sterkte van de spelers',
    caption: 'Hoe vaak elke zet is gespeeld, en hoe het afliep voor wie hem speelde',
  },
  band: {
    all: 'Alle partijen',
    unrated: 'Zonder rating',
    under_1400: 'Onder 1400',
    from_1400: '1400 tot en met 1599',
    from_1600: '1600 tot en met 1799',
    from_1800: '1800 tot en met 1999',
    from_2000: 'Vanaf 2000',
  },
} satisfies Translation<typeof en>;
