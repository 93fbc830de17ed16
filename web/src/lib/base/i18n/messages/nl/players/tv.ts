import type en from '../../en/players/tv';
import type { Translation } from '../../message';

export default {
  tv: {
    title: '{site}-tv',
    text: 'De beste lopende partij voor elk aantal spelers.',
    which: 'Tonen',
    best: 'Beste partij',
    open: 'Naar de partij',
    over: 'De partij is afgelopen',
    next: 'Zo meteen volgt de volgende partij.',
    others: 'Ook bezig',
    none: 'Er is nu niets te zien. De volgende partij verschijnt hier zodra die begint.',
  },
} satisfies Translation<typeof en>;
