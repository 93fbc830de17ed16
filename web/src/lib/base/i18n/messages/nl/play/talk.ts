import type en from '../../en/play/talk';
import type { Translation } from '../../message';

export default {
  ask: {
    resignTitle: 'Deze partij opgeven?',
    resignText: 'Dan wint {name}.',
    keepPlaying: 'Doorspelen',
    accept: 'Aannemen',
    decline: 'Afwijzen',
    drawTitle: 'Remise aanbieden?',
    drawText: `{count, plural,
      one {De partij eindigt in remise als {names} akkoord gaat.}
      other {De partij eindigt in remise als {names} akkoord gaan.}
    }`,
    abortTitle: 'Deze partij afbreken?',
    abortText: 'Je partij met {names} eindigt zonder uitslag en telt niet, omdat nog niet iedereen een zet heeft gedaan.',
    withdraw: 'Intrekken',
    resignAlone: 'Je ligt eruit. De anderen spelen door, en je knikkers blijven op het bord.',
    resignTogether: 'De partij eindigt alleen als je partner {name} akkoord gaat.',
  },
  offer: {
    draw: '{name} biedt remise aan',
    takeback: '{name} vraagt om een terugname',
    rematch: '{name} biedt een revanche aan',
    resignation: 'Je partner {name} stelt voor om op te geven',
    waiting: 'Wachten op {names}.',
  },
  offered: {
    draw: 'Je hebt remise aangeboden',
    takeback: 'Je hebt om een terugname gevraagd',
    rematch: 'Je hebt een revanche aangeboden',
    resignation: 'Je hebt voorgesteld om op te geven',
  },
  declined: {
    draw: '{name} heeft remise afgewezen',
    takeback: '{name} heeft de terugname afgewezen',
    rematch: '{name} heeft de revanche afgewezen',
    resignation: '{name} wil doorspelen',
  },
  declinedByYou: {
    draw: 'Je hebt remise afgewezen',
    takeback: 'Je hebt de terugname afgewezen',
    rematch: 'Je hebt de revanche afgewezen',
    resignation: 'Je wilt liever doorspelen',
  },
  withdrawn: {
    draw: '{name} heeft het remiseaanbod ingetrokken',
    takeback: '{name} vraagt niet meer om een terugname',
    rematch: '{name} heeft het revancheaanbod ingetrokken',
    resignation: '{name} wil niet meer opgeven',
  },
  withdrawnByYou: {
    draw: 'Je hebt je remiseaanbod ingetrokken',
    takeback: 'Je vraagt niet meer om een terugname',
    rematch: 'Je hebt je revancheaanbod ingetrokken',
    resignation: 'Je speelt toch door',
  },
  claim: {
    away: '{count, plural, one {{names} heeft de partij verlaten.} other {{names} hebben de partij verlaten.}}',
    wait: 'Je kunt de winst claimen over {time}',
    ready: 'Je kunt de partij nu beëindigen.',
    win: 'Winst claimen',
    draw: 'Remise geven',
  },
} satisfies Translation<typeof en>;
