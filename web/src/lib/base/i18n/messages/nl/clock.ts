import type en from '../en/clock';
import type { Translation } from '../message';

export default {
  clock: {
    none: 'Geen limiet',
    sudden_death: '{minutes, number} min',
    fischer: '{minutes, number} + {seconds, number}',
    bronstein: '{minutes, number} min, {seconds, number} s Bronstein',
    delay: '{minutes, number} min, {seconds, number} s vertraging',
    per_move: '{time} per zet',
    per_game: '{minutes, number} min voor de hele partij',
    left: '{name} heeft nog {time}',
    perhaps: '{name} heeft nog ongeveer {time} (de server antwoordt niet)',
  },
  pace: {
    quick: 'Blitz',
    calm: 'Rapid',
    slow: 'Corres\u00adpondentie',
  },
} satisfies Translation<typeof en>;
