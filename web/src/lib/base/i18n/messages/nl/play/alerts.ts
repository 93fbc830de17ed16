import type en from '../../en/play/alerts';
import type { Translation } from '../../message';

export default {
  alert: {
    low: 'Weinig tijd: nog {time}.',
    begun: 'De partij is begonnen.',
    against: 'Tegen {names}',
  },
} satisfies Translation<typeof en>;
