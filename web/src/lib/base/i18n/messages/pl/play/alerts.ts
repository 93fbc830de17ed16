import type en from '../../en/play/alerts';
import type { Translation } from '../../message';

export default {
  alert: {
    low: 'Mało czasu: zostało {time}.',
    begun: 'Partia się zaczęła.',
    against: 'Przeciwnicy: {names}',
  },
} satisfies Translation<typeof en>;
