import type en from '../en/game';
import type { Translation } from '../message';

export default {
  game: {
    resign: 'Poddaj się',
    resignTitle: 'Poddać tę partię?',
    resignText: 'Wtedy wygra {name}.',
    keepPlaying: 'Graj dalej',
    draw: 'Zaproponuj remis',
    drawOffered: 'Remis zaproponowany',
    accept: 'Przyjmij',
    decline: 'Odrzuć',
    abort: 'Przerwij partię',
    takeback: 'Cofnij ruch',
    withdraw: 'Wycofaj',
    resignAlone: 'Wtedy odpadniesz. Pozostali grają dalej, a twoje kule zostają na planszy.',
    resignTogether: 'Partia skończy się tylko wtedy, gdy zgodzi się też {name} z twojej drużyny.',
  },
  player: {
    free: 'Wolne miejsce',
    you: 'ty',
    online: 'online',
    offline: 'offline',
    captured: `{count, plural,
      one {Wypchnięto # kulę z {size, number}}
      few {Wypchnięto # kule z {size, number}}
      many {Wypchnięto # kul z {size, number}}
      other {Wypchnięto # kuli z {size, number}}
    }`,
    with: `{color, select,
      black {z czarnymi}
      white {z białymi}
      red {z czerwonymi}
      yellow {z żółtymi}
    }`,
    out: 'odpada',
  },
  offer: {
    draw: '{name} proponuje remis',
    takeback: '{name} prosi o cofnięcie ostatniego ruchu',
    rematch: '{name} proponuje rewanż',
    resignation: '{name} z twojej drużyny chce się poddać',
    waiting: 'Czekamy na odpowiedź: {names}.',
  },
  offered: {
    draw: 'Proponujesz remis',
    takeback: 'Prosisz o cofnięcie ostatniego ruchu',
    rematch: 'Proponujesz rewanż',
    resignation: 'Chcesz się poddać',
  },
} satisfies Translation<typeof en>;
