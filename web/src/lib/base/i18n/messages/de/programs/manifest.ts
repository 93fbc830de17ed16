import type { Translation } from '../../message';
import type en from '../../en/programs/manifest';

export default {
  manifest: {
    description: 'Abalone für zwei, drei und vier Spieler, im Browser.',
    local: 'An einem Gerät',
    learn: 'Regeln lernen',
  },
} satisfies Translation<typeof en>;
