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
    drawTitle: 'Remise aanbieden?',
    drawText: `{count, plural,
      one {De partij eindigt zonder winnaar als {names} akkoord gaat.}
      other {De partij eindigt zonder winnaar als {names} akkoord gaan.}
    }`,
    abort: 'Partij afbreken',
    abortTitle: 'Deze partij afbreken?',
    abortText: 'Je partij met {names} eindigt zonder uitslag en telt niet: nog niet iedereen heeft een zet gedaan.',
    takeback: 'Zet terug',
    withdraw: 'Intrekken',
    resignAlone: 'Dan lig je eruit. De anderen spelen door en jouw knikkers blijven op het bord.',
    resignTogether: 'De partij eindigt alleen als {name}, je partner, ook akkoord gaat.',
  },
  player: {
    free: 'Vrije plaats',
    deleted: 'Account verwijderd',
    computer: 'Computer, niveau {level, number}',
    computerListed: 'Computer (niveau {level, number})',
    computersListed: '{count, plural, one {# computer (niveau {level, number})} other {# computers (niveau {level, number})}}',
    level: 'Niveau {level, number}',
    bot: 'BOT',
    thinking: 'denkt na …',
    rating: 'Rating',
    you: 'jij',
    online: 'aanwezig',
    offline: 'afwezig',
    captured: `{count, plural,
      one {# knikker van het bord geduwd, van de {size, number}}
      other {# knikkers van het bord geduwd, van de {size, number}}
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
    abandoned: 'eruit: te lang weg',
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
  declined: {
    draw: '{name} wijst remise af',
    takeback: '{name} laat de zet niet terugnemen',
    rematch: '{name} wijst de revanche af',
    resignation: '{name} wil doorspelen',
  },
  declinedByYou: {
    draw: 'Je wijst remise af',
    takeback: 'Je laat de zet niet terugnemen',
    rematch: 'Je wijst de revanche af',
    resignation: 'Je wilt doorspelen',
  },
  withdrawn: {
    draw: '{name} biedt geen remise meer aan',
    takeback: '{name} laat de zet toch staan',
    rematch: '{name} wil geen revanche meer',
    resignation: '{name} speelt toch door',
  },
  withdrawnByYou: {
    draw: 'Je biedt geen remise meer aan',
    takeback: 'Je laat je zet toch staan',
    rematch: 'Je wilt geen revanche meer',
    resignation: 'Je speelt toch door',
  },
} satisfies Translation<typeof en>;
