import type en from '../../en/play/alerts';
import type { Translation } from '../../message';

export default {
  alert: {
    low: 'Wenig Zeit: noch {time}.',
    begun: 'Die Partie hat begonnen.',
    against: 'Gegen {names}',
  },
} satisfies Translation<typeof en>;
