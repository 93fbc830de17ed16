import type en from '../../en/play/tools';
import type { Translation } from '../../message';

export default {
  tools: {
    flip: 'Brett drehen',
    sound: 'Ton',
    type: 'Zug eintippen (/)',
    times: 'Zeit pro Zug',
    zen: 'Nur Brett und Uhren sind zu sehen. Mit Z siehst du wieder alles.',
  },
  stake: {
    rated: 'Gewertet',
    casual: 'Ungewertet',
  },
} satisfies Translation<typeof en>;
