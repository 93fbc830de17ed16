import type en from '../../en/play/tools';
import type { Translation } from '../../message';

export default {
  tools: {
    flip: 'Bord draaien',
    sound: 'Geluid',
    type: 'Zet intypen (/)',
    times: 'Tijd per zet',
    zen: 'Alleen het bord en de klokken zijn zichtbaar. Met Z zie je weer alles.',
  },
  stake: {
    rated: 'Met rating',
    casual: 'Zonder rating',
  },
} satisfies Translation<typeof en>;
