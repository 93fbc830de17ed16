import type en from '../en/clock';
import type { Translation } from '../message';

export default {
  clock: {
    none: 'Geen limiet',
    sudden_death: '{minutes, number} min',
    fischer: '{minutes, number} + {seconds, number}',
    bronstein: '{minutes, number} min, tot {seconds, number} s terug',
    delay: '{minutes, number} min, {seconds, number} s uitstel',
    per_move: '{time} per zet',
    per_game: '{minutes, number} min voor de partij',
    custom: 'Eigen',
    minutes: 'Minuten per speler',
    left: '{name} heeft nog {time}',
    perhaps: '{name} heeft misschien nog {time}: de server antwoordt niet',
    kind: 'Soort klok',
    minutesInAll: 'Minuten in totaal',
    count: 'Tijd per zet',
    unit: 'Eenheid',
  },
  pace: {
    quick: 'Snel',
    calm: 'Rustig',
    slow: 'Traag',
  },
} satisfies Translation<typeof en>;
