import type en from '../../en/play/tools';
import type { Translation } from '../../message';

export default {
  tools: {
    flip: 'Bord draaien',
    sound: 'Geluid',
    type: 'Zet intypen (/)',
    times: 'Tijd per zet',
  },
} satisfies Translation<typeof en>;
