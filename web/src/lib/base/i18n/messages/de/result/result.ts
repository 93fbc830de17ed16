import type en from '../../en/result/result';
import type { Translation } from '../../message';

export default {
  result: {
    won: 'Du hast gewonnen',
    lost: 'Du hast verloren',
    draw: 'Remis',
    aborted: 'Partie abgebrochen',
    unfinished: 'Die Partie wurde nicht beendet: Jemand war zu lange weg.',
    tooShort: 'Nicht gewertet: zu kurz. Jeder muss mindestens drei Züge gemacht haben.',
    ratings: 'Wertungen nach dieser Partie',
    scoreLabel: 'Hinausgeschobene Kugeln: {sides}',
    toTournament: 'Zurück zum Turnier',
    replay: 'Partie ansehen',
    analyse: 'Analysebrett',
    close: 'Schließen',
    rematch: 'Revanche',
    same: 'Gleiche Stufe',
    harder: 'Schwerer',
    easier: 'Leichter',
    again: 'Neue Partie',
    againText: 'Eine neue Partie mit denselben Einstellungen, offen für alle',
    share: 'Teilen',
    wins: '{count, plural, one {{name} gewinnt} other {{name} gewinnen}}',
    side: '{colors} {count, number}',
    otherText: 'Mit denselben Einstellungen einen neuen Gegner suchen',
  },
  reason: {
    ejections: '{winner} hat sechs Kugeln hinausgeschoben.',
    time: 'Die Zeit von {loser} ist abgelaufen.',
    resignation: '{loser} hat aufgegeben.',
    agreement: 'Beide haben sich auf Remis geeinigt.',
    repetition: 'Dieselbe Stellung kam dreimal vor.',
    quiet: 'Zu lange wurde keine Kugel hinausgeschoben, oder die Partie hatte zu viele Züge.',
    stuck: '{loser} hatte keinen erlaubten Zug mehr.',
    abandoned: '{loser} hat die Partie verlassen.',
    aborted: 'Die Partie wurde abgebrochen, bevor beide gezogen hatten. Sie zählt nicht.',
  },
  reasonMany: {
    ejections: `{count, plural,
      one {{winner} hat sechs Kugeln hinausgeschoben.}
      other {{winner} haben sechs Kugeln hinausgeschoben.}
    }`,
    time: '{loser} sind ausgeschieden: Zeit abgelaufen.',
    resignation: '{loser} sind ausgeschieden.',
    agreement: 'Alle haben sich auf Remis geeinigt.',
    repetition: 'Dieselbe Stellung kam dreimal vor.',
    quiet: 'Zu lange wurde keine Kugel hinausgeschoben, oder die Partie hatte zu viele Züge.',
    stuck: 'Niemand konnte mehr ziehen.',
    abandoned: '{loser} sind ausgeschieden: Jemand hat die Partie verlassen.',
    aborted: 'Die Partie wurde abgebrochen, bevor alle gezogen hatten. Sie zählt nicht.',
  },
  reasonInAll: {
    win: `{count, plural,
      one {Die Zeit ist abgelaufen, und {winner} hatte mehr Kugeln hinausgeschoben.}
      other {Die Zeit ist abgelaufen, und {winner} hatten mehr Kugeln hinausgeschoben.}
    }`,
    draw: 'Die Zeit ist abgelaufen, und alle Seiten hatten gleich viele Kugeln hinausgeschoben.',
  },
} satisfies Translation<typeof en>;
