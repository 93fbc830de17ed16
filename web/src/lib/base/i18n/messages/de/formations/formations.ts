import type { Translation } from '../../message';
import type en from '../../en/formations/formations';

export default {
  formations: {
    title: 'Formationen',
    none: 'Keine der gewählten Formationen liegt auf dem Brett.',
    glossary: 'Was bedeuten diese Wörter?',
    count: '{word}: {count, number}',
    of: `{color, select,
      black {{word}, Schwarz: {cells}}
      white {{word}, Weiß: {cells}}
      red {{word}, Rot: {cells}}
      yellow {{word}, Gelb: {cells}}
    }`,
    facing: '{word}, {own, number} gegen {opposing, number}: {cells}',
  },
} satisfies Translation<typeof en>;
