import type { Translation } from '../../message';
import type en from '../../en/players/people';

export default {
  chart: {
    span: 'Zeitraum',
    month: 'Monat',
    year: 'Jahr',
    all: 'Gesamt',
    show: '{pool} im Diagramm zeigen',
    table: 'Als Tabelle zeigen',
    date: 'Datum',
  },
} as const satisfies Translation<typeof en>;
