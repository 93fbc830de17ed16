import type en from '../en/game';
import type { Translation } from '../message';

export default {
  game: {
    resign: 'Opgeven',
    resignTitle: 'Deze partij opgeven?',
    resignText: 'Dan wint {name}.',
    keepPlaying: 'Doorspelen',
    draw: 'Remise aanbieden',
    drawOffered: 'Remise aangeboden',
    accept: 'Aannemen',
    decline: 'Afwijzen',
    abort: 'Partij afbreken',
    takeback: 'Zet terugnemen',
    withdraw: 'Intrekken',
    resignAlone: 'Dan lig je eruit. De anderen spelen door en jouw knikkers blijven op het bord.',
    resignTogether: 'De partij eindigt alleen als {name}, je partner, ook akkoord gaat.',
  },
  player: {
    free: 'Vrije plaats',
    you: 'jij',
    online: 'aanwezig',
    offline: 'afwezig',
    captured: `{count, plural,
      one {# van de {size, number} knikkers van het bord geduwd}
      other {# van de {size, number} knikkers van het bord geduwd}
    }`,
    with: `{color, select,
      black {met zwart}
      white {met wit}
      red {met rood}
      yellow {met geel}
    }`,
    out: 'eruit',
  },
  offer: {
    draw: '{name} biedt remise aan',
    takeback: '{name} wil de laatste zet terugnemen',
    rematch: '{name} wil een revanche',
    resignation: '{name}, je partner, wil opgeven',
    waiting: 'Wachten op {names}.',
  },
  offered: {
    draw: 'Je biedt remise aan',
    takeback: 'Je wilt je laatste zet terugnemen',
    rematch: 'Je wilt een revanche',
    resignation: 'Je wilt opgeven',
  },
} satisfies Translation<typeof en>;
