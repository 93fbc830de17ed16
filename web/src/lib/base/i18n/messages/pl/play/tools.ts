import type en from '../../en/play/tools';
import type { Translation } from '../../message';

export default {
  tools: {
    flip: 'Obróć planszę',
    sound: 'Dźwięk',
    type: 'Wpisz ruch (/)',
    times: 'Czas na ruch',
    zen: 'Widać tylko planszę i zegary. Klawisz Z pokazuje znowu wszystko.',
  },
  stake: {
    rated: 'Rankingowa',
    casual: 'Towarzyska',
  },
} satisfies Translation<typeof en>;
