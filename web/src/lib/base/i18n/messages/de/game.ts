import type en from '../en/game';
import type { Translation } from '../message';

export default {
  game: {
    resign: 'Aufgeben',
    draw: 'Remis anbieten',
    drawOffered: 'Remis angeboten',
    abort: 'Partie abbrechen',
    takeback: 'Zug zurück',
  },
  player: {
    free: 'Freier Platz',
    deleted: 'Gelöschtes Konto',
    computer: 'Computer Stufe {level, number}',
    computerListed: 'Computer Stufe {level, number}',
    computersListed: '{count, plural, one {# Computer (Stufe {level, number})} other {# Computer (Stufe {level, number})}}',
    level: 'Stufe {level, number}',
    bot: 'BOT',
    thinking: 'denkt nach …',
    rating: 'Wertung',
    you: 'du',
    online: 'online',
    offline: 'offline',
    captured: `{count, plural,
      one {Hinausgeschobene Kugeln: # von {size, number}}
      other {Hinausgeschobene Kugeln: # von {size, number}}
    }`,
    with: `{color, select,
      black {mit Schwarz}
      white {mit Weiß}
      red {mit Rot}
      yellow {mit Gelb}
    }`,
    out: 'ausgeschieden',
  },
  playerOut: {
    time: 'ausgeschieden: Zeit abgelaufen',
    resignation: 'ausgeschieden: aufgegeben',
    abandoned: 'ausgeschieden: Partie verlassen',
  },
} satisfies Translation<typeof en>;
