import type { Translation } from '../../message';
import type en from '../../en/formations/formations';

export default {
  formations: {
    title: 'Formaties',
    none: 'Geen van de gekozen formaties ligt op het bord.',
    glossary: 'Wat betekenen deze woorden?',
    count: '{word}: {count, number}',
    of: `{color, select,
      black {{word}, zwart: {cells}}
      white {{word}, wit: {cells}}
      red {{word}, rood: {cells}}
      yellow {{word}, geel: {cells}}
    }`,
    facing: '{word}, {own, number} tegen {opposing, number}: {cells}',
  },
} satisfies Translation<typeof en>;
