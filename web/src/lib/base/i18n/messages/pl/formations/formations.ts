import type { Translation } from '../../message';
import type en from '../../en/formations/formations';

export default {
  formations: {
    title: 'Układy',
    none: 'Na planszy nie ma żadnego z wybranych układów.',
    glossary: 'Co znaczą te słowa?',
    count: '{word}: {count, number}',
    of: `{color, select,
      black {{word}, czarne: {cells}}
      white {{word}, białe: {cells}}
      red {{word}, czerwone: {cells}}
      yellow {{word}, żółte: {cells}}
    }`,
    facing: '{word}, {own, number} na {opposing, number}: {cells}',
  },
} satisfies Translation<typeof en>;
