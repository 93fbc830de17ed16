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
} as const satisfies Translation<typeof en>;
