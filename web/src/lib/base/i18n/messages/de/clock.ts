import type en from '../en/clock';
import type { Translation } from '../message';

export default {
  clock: {
    none: 'Ohne Limit',
    sudden_death: '{minutes, number} min',
    fischer: '{minutes, number} + {seconds, number}',
    bronstein: '{minutes, number} min, {seconds, number} s Bronstein',
    delay: '{minutes, number} min, {seconds, number} s Verzögerung',
    per_move: '{time} pro Zug',
    per_game: '{minutes, number} min für die ganze Partie',
    left: '{name} hat noch {time}',
    perhaps: '{name} hat noch etwa {time} (der Server antwortet nicht)',
  },
  pace: {
    quick: 'Blitz',
    calm: 'Rapid',
    slow: 'Fernpartie',
  },
} satisfies Translation<typeof en>;
