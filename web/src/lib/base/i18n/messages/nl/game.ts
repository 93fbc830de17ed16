import type en from '../en/game';
import type { Translation } from '../message';

export default {
  game: {
    resign: 'Opgeven',
    draw: 'Remise aanbieden',
    drawOffered: 'Remise aangeboden',
    abort: 'Partij afbreken',
    takeback: 'Zet terug',
  },
  player: {
    free: 'Vrije plaats',
    deleted: 'Verwijderd account',
    computer: 'Computer niveau {level, number}',
    computerListed: 'Computer niveau {level, number}',
    computersListed: '{count, plural, one {# computer (niveau {level, number})} other {# computers (niveau {level, number})}}',
    level: 'Niveau {level, number}',
    bot: 'BOT',
    thinking: 'denkt na…',
    rating: 'Rating',
    you: 'jij',
    online: 'online',
    offline: 'offline',
    captured: `{count, plural,
      one {Van het bord geduwde knikkers: # van {size, number}}
      other {Van het bord geduwde knikkers: # van {size, number}}
    }`,
    with: `{color, select,
      black {met zwart}
      white {met wit}
      red {met rood}
      yellow {met geel}
    }`,
    out: 'eruit',
  },
  playerOut: {
    time: 'eruit: tijd om',
    resignation: 'eruit: opgegeven',
    abandoned: 'eruit: partij verlaten',
  },
} satisfies Translation<typeof en>;
