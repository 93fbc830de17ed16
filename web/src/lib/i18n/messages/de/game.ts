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
    drawTitle: 'Remis anbieten?',
    drawText: `{count, plural,
      one {Die Partie endet ohne Sieger, wenn {names} zustimmt.}
      other {Die Partie endet ohne Sieger, wenn {names} zustimmen.}
    }`,
    abort: 'Partie abbrechen',
    abortTitle: 'Diese Partie abbrechen?',
    abortText: 'Deine Partie mit {names} endet ohne Ergebnis und zählt nicht: Noch haben nicht alle gezogen.',
    takeback: 'Zug zurück',
    withdraw: 'Zurückziehen',
    resignAlone: 'Dann scheidest du aus. Die anderen spielen weiter, und deine Kugeln bleiben auf dem Brett.',
    resignTogether: 'Die Partie endet nur, wenn auch {name} aus deinem Team zustimmt.',
  },
  player: {
    free: 'Freier Platz',
    deleted: 'Gelöschtes Konto',
    computer: 'Computer, Stufe {level, number}',
    computerListed: 'Computer (Stufe {level, number})',
    computersListed: '{count, plural, one {# Computer (Stufe {level, number})} other {# Computer (Stufe {level, number})}}',
    level: 'Stufe {level, number}',
    bot: 'BOT',
    thinking: 'denkt nach …',
    rating: 'Wertung',
    you: 'du',
    online: 'da',
    offline: 'nicht da',
    captured: `{count, plural,
      one {# Kugel hinausgeschoben, von {size, number}}
      other {# Kugeln hinausgeschoben, von {size, number}}
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
    time: 'ausgeschieden: Zeit um',
    resignation: 'ausgeschieden: aufgegeben',
    abandoned: 'ausgeschieden: zu lange weg',
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
  declined: {
    draw: '{name} lehnt das Remis ab',
    takeback: '{name} lässt den Zug nicht zurücknehmen',
    rematch: '{name} lehnt die Revanche ab',
    resignation: '{name} möchte weiterspielen',
  },
  declinedByYou: {
    draw: 'Du lehnst das Remis ab',
    takeback: 'Du lässt den Zug nicht zurücknehmen',
    rematch: 'Du lehnst die Revanche ab',
    resignation: 'Du möchtest weiterspielen',
  },
  withdrawn: {
    draw: '{name} bietet kein Remis mehr an',
    takeback: '{name} lässt den Zug doch stehen',
    rematch: '{name} möchte keine Revanche mehr',
    resignation: '{name} spielt doch weiter',
  },
  withdrawnByYou: {
    draw: 'Du bietest kein Remis mehr an',
    takeback: 'Du lässt deinen Zug doch stehen',
    rematch: 'Du möchtest keine Revanche mehr',
    resignation: 'Du spielst doch weiter',
  },
} satisfies Translation<typeof en>;
