import type { Translation } from '../../message';
import type en from '../../en/programs/manifest';

export default {
  manifest: {
    description: 'Abalone dla dwóch, trzech i czterech graczy, w przeglądarce.',
    local: 'Na jednym urządzeniu',
    learn: 'Poznaj zasady',
  },
} satisfies Translation<typeof en>;
