import type en from '../../en/players/tv';
import type { Translation } from '../../message';

export default {
  tv: {
    title: '{site}-TV',
    text: 'Die beste laufende Partie für jede Spielerzahl.',
    which: 'Zeigen',
    best: 'Beste Partie',
    open: 'Zur Partie',
    over: 'Die Partie ist zu Ende',
    next: 'Gleich kommt die nächste Partie.',
    others: 'Läuft auch gerade',
    none: 'Gerade gibt es nichts zu sehen. Die nächste Partie erscheint hier, sobald sie beginnt.',
  },
} satisfies Translation<typeof en>;
