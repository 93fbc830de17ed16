import type en from '../en/clock';
import type { Translation } from '../message';

export default {
  clock: {
    none: 'Bez limitu',
    sudden_death: '{minutes, number} min',
    fischer: '{minutes, number} + {seconds, number}',
    bronstein: '{minutes, number} min, do {seconds, number} s zwrotu',
    delay: '{minutes, number} min, {seconds, number} s zwłoki',
    per_move: '{time} na ruch',
    per_game: '{minutes, number} min na partię',
    custom: 'Własny',
    minutes: 'Minuty na gracza',
    left: '{name}: pozostało {time}',
    perhaps: '{name} ma może jeszcze {time}: serwer nie odpowiada',
    kind: 'Rodzaj zegara',
    minutesInAll: 'Minuty łącznie',
    count: 'Czas na ruch',
    unit: 'Jednostka',
  },
  pace: {
    quick: 'Szybko',
    calm: 'Średnio',
    slow: 'Powoli',
  },
} satisfies Translation<typeof en>;
