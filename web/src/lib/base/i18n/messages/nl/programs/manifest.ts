import type { Translation } from '../../message';
import type en from '../../en/programs/manifest';

export default {
  manifest: {
    description: 'Abalone voor twee, drie en vier spelers, in de browser.',
    local: 'Op één apparaat',
    learn: 'De regels leren',
  },
} satisfies Translation<typeof en>;
