import type { Translation } from '../../message';
import type en from '../../en/players/people';

export default {
  chart: {
    span: 'Periode',
    month: 'Maand',
    year: 'Jaar',
    all: 'Alles',
    show: '{pool} in de grafiek tonen',
    table: 'Als tabel tonen',
    date: 'Datum',
  },
} as const satisfies Translation<typeof en>;
