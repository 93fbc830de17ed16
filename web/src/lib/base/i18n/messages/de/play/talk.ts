import type en from '../../en/play/talk';
import type { Translation } from '../../message';

export default {
  ask: {
    resignTitle: 'Diese Partie aufgeben?',
    resignText: 'Dann gewinnt {name}.',
    keepPlaying: 'Weiterspielen',
    accept: 'Annehmen',
    decline: 'Ablehnen',
    drawTitle: 'Remis anbieten?',
    drawText: `{count, plural,
      one {Die Partie endet remis, wenn {names} zustimmt.}
      other {Die Partie endet remis, wenn {names} zustimmen.}
    }`,
    abortTitle: 'Diese Partie abbrechen?',
    abortText: 'Deine Partie mit {names} endet ohne Ergebnis und zählt nicht, weil noch nicht alle gezogen haben.',
    withdraw: 'Zurückziehen',
    resignAlone: 'Du scheidest aus. Die anderen spielen weiter, und deine Kugeln bleiben auf dem Brett.',
    resignTogether: 'Die Partie endet nur, wenn {name} aus deinem Team zustimmt.',
  },
  offer: {
    draw: '{name} bietet Remis an',
    takeback: '{name} bittet um Zugrücknahme',
    rematch: '{name} bietet eine Revanche an',
    resignation: '{name} aus deinem Team schlägt vor aufzugeben',
    waiting: 'Warten auf {names}.',
  },
  offered: {
    draw: 'Du hast Remis angeboten',
    takeback: 'Du hast um Zugrücknahme gebeten',
    rematch: 'Du hast eine Revanche angeboten',
    resignation: 'Du hast vorgeschlagen aufzugeben',
  },
  declined: {
    draw: '{name} hat das Remis abgelehnt',
    takeback: '{name} hat die Zugrücknahme abgelehnt',
    rematch: '{name} hat die Revanche abgelehnt',
    resignation: '{name} möchte weiterspielen',
  },
  declinedByYou: {
    draw: 'Du hast das Remis abgelehnt',
    takeback: 'Du hast die Zugrücknahme abgelehnt',
    rematch: 'Du hast die Revanche abgelehnt',
    resignation: 'Du spielst lieber weiter',
  },
  withdrawn: {
    draw: '{name} hat das Remisangebot zurückgezogen',
    takeback: '{name} bittet nicht mehr um Zugrücknahme',
    rematch: '{name} hat das Revancheangebot zurückgezogen',
    resignation: '{name} möchte nicht mehr aufgeben',
  },
  withdrawnByYou: {
    draw: 'Du hast dein Remisangebot zurückgezogen',
    takeback: 'Du bittest nicht mehr um Zugrücknahme',
    rematch: 'Du hast dein Revancheangebot zurückgezogen',
    resignation: 'Du spielst doch weiter',
  },
  claim: {
    away: '{count, plural, one {{names} hat die Partie verlassen.} other {{names} haben die Partie verlassen.}}',
    wait: 'Du kannst den Sieg beanspruchen in {time}',
    ready: 'Du kannst die Partie jetzt beenden.',
    win: 'Sieg beanspruchen',
    draw: 'Remis erklären',
  },
} satisfies Translation<typeof en>;
