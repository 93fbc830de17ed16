import type en from '../en/clock';
import type { Translation } from '../message';

export default {
  clock: {
    none: 'Bez limitu',
    sudden_death: '{minutes, number} min',
    fischer: '{minutes, number} + {seconds, number}',
    bronstein: '{minutes, number} min, {seconds, number} s Bronsteina',
    delay: '{minutes, number} min, {seconds, number} s opóźnienia',
    per_move: '{time} na ruch',
    per_game: '{minutes, number} min na całą partię',
    left: '{name}: pozostało {time}',
    perhaps: '{name}: pozostało około {time} (serwer nie odpowiada)',
  },
  pace: {
    quick: 'Blitz',
    calm: 'Rapid',
    slow: 'Korespon\u00addencyjne',
  },
} satisfies Translation<typeof en>;
