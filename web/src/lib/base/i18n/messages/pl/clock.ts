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
    custom: 'Własny',
    minutes: 'Minuty na gracza',
    left: '{name}: pozostało {time}',
    perhaps: '{name}: pozostało około {time} (serwer nie odpowiada)',
    kind: 'Rodzaj zegara',
    minutesInAll: 'Łącznie minut',
    count: 'Czas na ruch',
    unit: 'Jednostka',
  },
  pace: {
    quick: 'Blitz',
    calm: 'Rapid',
    slow: 'Korespon\u00addencyjne',
  },
} satisfies Translation<typeof en>;
