import type en from '../en/game';
import type { Translation } from '../message';

export default {
  game: {
    resign: 'Aufgeben',
    resignTitle: 'Diese Partie aufgeben?',
    resignText: 'Dann gewinnt {name}.',
    keepPlaying: 'Weiterspielen',
    draw: 'Remis anbieten',
    drawOffered: 'Remis angeboten',
    accept: 'Annehmen',
    decline: 'Ablehnen',
    abort: 'Partie abbrechen',
    takeback: 'Zug zurück',
    withdraw: 'Zurückziehen',
    resignAlone: 'Dann scheidest du aus. Die anderen spielen weiter, und deine Kugeln bleiben auf dem Brett.',
    resignTogether: 'Die Partie endet nur, wenn auch {name} aus deinem Team zustimmt.',
  },
  player: {
    free: 'Freier Platz',
    you: 'du',
    online: 'da',
    offline: 'nicht da',
    captured: `{count, plural,
      one {# Kugel von {size, number} hinausgeschoben}
      other {# Kugeln von {size, number} hinausgeschoben}
    }`,
    with: `{color, select,
      black {mit Schwarz}
      white {mit Weiß}
      red {mit Rot}
      yellow {mit Gelb}
    }`,
    out: 'ausgeschieden',
  },
  offer: {
    draw: '{name} bietet Remis an',
    takeback: '{name} möchte den letzten Zug zurücknehmen',
    rematch: '{name} möchte eine Revanche',
    resignation: '{name} aus deinem Team möchte aufgeben',
    waiting: 'Warten auf {names}.',
  },
  offered: {
    draw: 'Du bietest Remis an',
    takeback: 'Du möchtest deinen letzten Zug zurücknehmen',
    rematch: 'Du möchtest eine Revanche',
    resignation: 'Du möchtest aufgeben',
  },
} satisfies Translation<typeof en>;
