import type en from '../../en/home/home';
import type { Translation } from '../../message';

export default {
  home: {
    heading: 'Wypchnij sześć kul za krawędź',
    text: 'Abalone dla dwóch, trzech lub czterech osób: ustaw kule w linii, zdobądź przewagę i pchaj.',
    free: 'Za darmo i bez konta.',
    start: 'Zagraj teraz',
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
    computerTooMany: 'Osiągnięto limit partii z komputerem. Najpierw dokończ jedną z nich albo ją poddaj.',
    perMove: 'na ruch',
    waiting: '{count, plural, one {# czeka} few {# czekają} many {# czeka} other {# czeka}}',
    join: 'Dołącz teraz',
    wait: 'Znajdź przeciwnika',
    friend: 'Ze znajomymi',
    local: 'Na jednym urządzeniu',
    more: 'Więcej opcji',
    learn: 'Poznaj zasady',
    open: 'Otwarte partie',
    noneOpen: 'Nie ma otwartych partii. Zacznij własną powyżej, a dobierzemy ci następnego gracza.',
  },
} satisfies Translation<typeof en>;
