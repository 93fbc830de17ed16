import type en from '../en/game';
import type { Translation } from '../message';

export default {
  game: {
    resign: 'Poddaj partię',
    draw: 'Zaproponuj remis',
    drawOffered: 'Remis zaproponowany',
    abort: 'Przerwij partię',
    takeback: 'Cofnięcie ruchu',
  },
  player: {
    free: 'Wolne miejsce',
    deleted: 'Usunięte konto',
    computer: 'Komputer poziomu {level, number}',
    computerListed: 'Komputer poziomu {level, number}',
    computersListed: `{count, plural,
      one {# komputer (poziom {level, number})}
      few {# komputery (poziom {level, number})}
      many {# komputerów (poziom {level, number})}
      other {# komputera (poziom {level, number})}
    }`,
    level: 'Poziom {level, number}',
    bot: 'BOT',
    thinking: 'myśli…',
    rating: 'Ranking',
    you: 'ty',
    online: 'online',
    offline: 'offline',
    captured: `{count, plural,
      one {Wypchnięte kule: # z {size, number}}
      few {Wypchnięte kule: # z {size, number}}
      many {Wypchnięte kule: # z {size, number}}
      other {Wypchnięte kule: # z {size, number}}
    }`,
    with: `{color, select,
      black {z czarnymi}
      white {z białymi}
      red {z czerwonymi}
      yellow {z żółtymi}
    }`,
    out: 'odpada',
  },
  playerOut: {
    time: 'odpada: koniec czasu',
    resignation: 'odpada: poddanie',
    abandoned: 'odpada: opuszczenie partii',
  },
} satisfies Translation<typeof en>;
