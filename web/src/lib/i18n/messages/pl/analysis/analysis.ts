import type en from '../../en/analysis/analysis';
import type { Translation } from '../../message';

export default {
  analysis: {
    title: 'Analiza',
    titleOf: 'Analiza: {name}',
    intro: 'Wypróbuj na planszy dowolne ruchy. Zostają zapisane obok i w adresie strony.',
    mode: 'Gracze',
    fromLayout: 'Od ustawienia początkowego',
    fromText: 'Z tekstu',
    textHint: 'Wklej pozycję albo całą grę, tak jak można ją skopiować na stronie gry.',
    file: 'Otwórz plik',
    read: 'Wczytaj',
    none: 'Wykonaj dowolny ruch.',
    promote: 'Wariant wyżej',
    remove: 'Usuń od tego miejsca',
    pass: 'Oddaj ruch',
    other: 'Inna analiza',
    toGame: 'Do gry',
    decided: 'Tu nikt już nie wykonuje ruchu.',
    incomplete: 'Niektórych ruchów z adresu nie udało się odczytać. Pozostałe są tutaj.',
    neither:
      'To nie jest ani pozycja, ani partia. Pozycja to jeden wiersz, który zaczyna się od dziewięciu rzędów oddzielonych ukośnikami. Partia zaczyna się od danych w nawiasach kwadratowych.',
    unreadable: 'W tym adresie nie ma pozycji, którą dałoby się odczytać. {why}',
    insteadOf: 'Zamiast {move}',
    ejects: '{move}, wypycha kulę',
    loading: 'Wczytywanie …',
  },
  positionFault: {
    missing: `{field, select,
      rows {Brakuje rzędów.}
      turn {Brakuje litery koloru, który ma ruch.}
      captured {Brakuje liczb wypchniętych kul.}
      quiet {Brakuje liczby ruchów od ostatniego wypchnięcia.}
      ply {Brakuje liczby wykonanych ruchów.}
    }`,
    too_long: 'W wierszu jest więcej, niż należy do pozycji.',
    rowCount: `Pozycja ma dziewięć rzędów, a {count, plural,
      one {tu jest jeden}
      few {tu są #}
      many {tu jest #}
      other {tu jest #}
    }.`,
    rowLength: 'Rząd {row} ma za dużo albo za mało pól.',
    symbol: 'W rzędzie {row} znak „{symbol}” nie oznacza ani kuli, ani liczby wolnych pól.',
    turn: 'Kolor, który ma ruch, to jedna z liter b, w, r, y.',
    captured: 'Wypchnięte kule podaje się liczbami oddzielonymi przecinkami.',
    plies: 'Ruchy podaje się zwykłymi cyframi.',
    foreignColor: `{color, select,
      black {Czarne nie grają przy tej liczbie graczy.}
      white {Białe nie grają przy tej liczbie graczy.}
      red {Czerwone nie grają przy tej liczbie graczy.}
      yellow {Żółte nie grają przy tej liczbie graczy.}
    }`,
    wrong_sides: 'Dla każdej strony musi być podana liczba wypchniętych kul.',
    too_many_captured: 'Żadna strona nie wypycha więcej niż sześciu kul.',
  },
  recordFault: {
    at: 'Wiersz {line, number}, znak {column, number}: {why}',
    expected: 'Brakuje tu „{wanted}”: znacznik zapisuje się tak: [Nazwa „wartość”].',
    escape: 'W wartości znak \\ stoi tylko przed cudzysłowem albo przed drugim \\.',
    open_comment: 'Komentarz, który się tu zaczyna, nie ma końca.',
    tag_twice: 'Ten znacznik występuje dwa razy.',
    position: 'W znaczniku Position nie ma pozycji, którą można odczytać.',
    tag_name: 'Ten znacznik nie ma nazwy.',
    no_start: 'Brakuje początku: przed ruchami stoi Layout albo Position.',
    two_starts: 'Początek podano dwa razy: przez Layout i przez Position.',
    mode: 'Nie ma takiego trybu gry.',
    layout: 'Nie ma takiego ustawienia początkowego.',
    layout_does_not_fit: 'To ustawienie jest dla innej liczby graczy.',
    pass_of_two: 'Przy dwóch graczach w każdej kolejce wykonuje się ruch.',
  },
  explorer: {
    open: 'Co grali tu inni',
    heading: 'Otwarcia',
    none: 'Nikt jeszcze stąd nie grał.',
    ended: `{count, plural,
      one {Znany jest pierwszy ruch partii.}
      few {Znane są pierwsze # ruchy partii.}
      many {Znanych jest pierwszych # ruchów partii.}
      other {Znane są pierwsze # ruchu partii.}
    }`,
    move: 'Ruch',
    games: 'Partie',
    won: 'Wygrane',
    drawn: 'Remisy',
    lost: 'Przegrane',
    play: 'Zagraj {move}',
    ratings: 'Siła graczy',
    caption: 'Jak często zagrano każdy ruch i jak się skończyło dla grającej strony',
  },
  band: {
    all: 'Wszystkie partie',
    unrated: 'Bez rankingu',
    under_1400: 'Poniżej 1400',
    from_1400: '1400–1599',
    from_1600: '1600–1799',
    from_1800: '1800–1999',
    from_2000: 'Od 2000',
  },
} satisfies Translation<typeof en>;
