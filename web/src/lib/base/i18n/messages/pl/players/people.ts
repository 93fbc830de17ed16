import type { Translation } from '../../message';
import type en from '../../en/players/people';

export default {
  chart: {
    span: 'Okres',
    month: 'Miesiąc',
    year: 'Rok',
    all: 'Cały czas',
    show: 'Pokaż na wykresie: {pool}',
    table: 'Pokaż jako tabelę',
    date: 'Data',
  },
  distribution: {
    heading: 'Rankingi wszystkich graczy',
    text: '{players, plural, one {# gracz z ustalonym rankingiem} few {# graczy z ustalonym rankingiem} many {# graczy z ustalonym rankingiem} other {# gracza z ustalonym rankingiem}}',
    step: '{from, number} do {to, number}',
    rating: 'Ranking',
    players: 'Gracze',
    better: 'Lepszy niż {percent} z {players, plural, one {# gracza} few {# graczy} many {# graczy} other {# gracza}}',
  },
  activity: {
    heading: 'Partie w ostatnim roku',
    none: 'Brak zakończonych partii w ostatnim roku.',
    summary: '{games, plural, one {# partia} few {# partie} many {# partii} other {# partii}} w {days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}',
    longest: 'najdłużej {count, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}} z rzędu',
    current: 'obecnie {count, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}} z rzędu',
    day: '{date}: {games, plural, =0 {brak partii} one {# partia} few {# partie} many {# partii} other {# partii}}',
    table: 'Pokaż według miesięcy',
    best: 'Najlepsze wygrane',
  },
  face: {
    heading: 'Zdjęcie i kraj',
    upload: 'Dodaj zdjęcie',
    replace: 'Zmień zdjęcie',
    remove: 'Usuń zdjęcie',
    country: 'Kraj',
    noCountry: 'Nie pokazuj',
    hint: 'Widoczne dla wszystkich. PNG, JPEG lub WebP; środek zostanie przycięty do małego kwadratu.',
  },
  follows: {
    heading: 'Obserwują cię',
    friend: 'Znajomość',
    since: 'od {date}',
    friends: 'znajomi: {count, number}',
    following: 'obserwowani: {count, number}',
    followers: 'obserwujący: {count, number}',
    show: 'Pokaż listy',
  },
  compare: {
    open: 'Porównaj ze mną',
    title: '{one} i {other}',
    games: 'Partie przeciwko sobie',
    none: 'Ci gracze jeszcze ze sobą nie grali.',
    view: 'Z perspektywy gracza {name}',
    list: 'Pokaż te partie',
  },
} as const satisfies Translation<typeof en>;
