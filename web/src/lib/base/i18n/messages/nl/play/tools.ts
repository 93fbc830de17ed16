import type en from '../../en/play/tools';
import type { Translation } from '../../message';

export default {
  tools: {
    flip: 'Bord draaien',
    sound: 'Geluid',
    type: 'Zet intypen (/)',
    times: 'Tijd per zet',
  },
  stake: {
    rated: 'Met rating',
    casual: 'Zonder rating',
  },
} satisfies Translation<typeof en>;
