import type en from '../../en/home/home';
import type { Translation } from '../../message';

export default {
  home: {
    heading: 'Wypchnij sześć kul za krawędź',
    text: 'Abalone dla dwóch, trzech lub czterech osób: ustaw kule w rzędzie, zdobądź przewagę i pchaj. Za darmo i bez konta.',
    start: 'Zagraj od razu',
    computer: 'Zagraj z komputerem',
    computerColor: `{color, select,
      black {grasz czarnymi}
      white {grasz białymi}
      red {grasz czerwonymi}
      yellow {grasz żółtymi}
      random {losowy kolor}
    }`,
    computerChange: 'Zmień',
    computerChangeText: 'Zmień poziom, liczbę graczy, kolor i czas',
    computerTooMany: 'Nie możesz mieć naraz więcej partii z komputerem. Dokończ jedną z nich albo ją poddaj.',
    perMove: 'na ruch',
    waiting: '{count, plural, one {# czeka} few {# czekają} many {# czeka} other {# czeka}}',
    join: 'Dołącz od razu',
    wait: 'Poczekaj, aż ktoś dołączy',
    friend: 'Ze znajomymi',
    local: 'We dwoje przy jednym ekranie',
    more: 'Więcej możliwości',
    learn: 'Poznaj zasady',
    open: 'Otwarte partie',
    noneOpen: 'Teraz nikt nie czeka. Zacznij partię powyżej: dołączy do ciebie następna osoba, która chce takiej samej.',
    live: 'Właśnie rozgrywane',
    noneLive: 'Nie trwa żadna publiczna partia. Twoja może być pierwsza.',
    moreLive: '{count, plural, one {i jeszcze jedna} few {i jeszcze #} many {i jeszcze #} other {i jeszcze #}}',
    seeking: 'Szukamy kogoś do gry …',
    stillSeeking: 'Nadal szukamy przeciwnika: {clock}',
    cancelSeek: 'Anuluj',
    own: 'Twoje partie',
  },
} satisfies Translation<typeof en>;
