import type en from '../../en/result/result';
import type { Translation } from '../../message';

export default {
  result: {
    won: 'Du hast gewonnen',
    lost: 'Du hast verloren',
    draw: 'Remis',
    aborted: 'Partie abgebrochen',
    unfinished: 'Sie wurde nicht zu Ende gespielt: Jemand war zu lange weg.',
    tooShort: 'Nicht gewertet: zu kurz. Jeder muss mindestens drei Züge gemacht haben.',
    ratings: 'Wertungen nach dieser Partie',
    scoreLabel: 'Hinausgeschobene Kugeln: {sides}',
    toTournament: 'Zum Turnier',
    replay: 'Partie nachspielen',
    analyse: 'Analysieren',
    close: 'Schließen',
    rematch: 'Revanche',
    same: 'Gleiche Stufe',
    harder: 'Schwerer',
    easier: 'Leichter',
    again: 'Neue Partie',
    againText: 'Eine neue Partie mit denselben Einstellungen, für alle, die beitreten',
    share: 'Teilen',
    copied: 'Link kopiert',
    wins: '{count, plural, one {{name} gewinnt} other {{name} gewinnen}}',
    side: '{colors} {count, number}',
  },
  reason: {
    ejections: '{winner} hat sechs Kugeln hinausgeschoben.',
    time: 'Die Zeit von {loser} ist abgelaufen.',
    resignation: '{loser} hat aufgegeben.',
    agreement: 'Beide waren einverstanden.',
    repetition: 'Dieselbe Stellung kam zum dritten Mal vor.',
    quiet: 'Zu lange wurde nichts hinausgeschoben, oder die Partie hatte zu viele Züge.',
    stuck: '{loser} hatte keinen erlaubten Zug mehr.',
    abandoned: '{loser} war zu lange weg.',
    aborted: 'Abgebrochen, bevor beide gezogen hatten. Die Partie zählt nicht.',
  },
  reasonMany: {
    ejections: `{count, plural,
      one {{winner} hat sechs Kugeln hinausgeschoben.}
      other {{winner} haben sechs Kugeln hinausgeschoben.}
    }`,
    time: '{loser} sind ausgeschieden: Die Zeit war abgelaufen.',
    resignation: '{loser} sind ausgeschieden.',
    agreement: 'Alle waren einverstanden.',
    repetition: 'Dieselbe Stellung kam zum dritten Mal vor.',
    quiet: 'Zu lange wurde nichts hinausgeschoben, oder die Partie hatte zu viele Züge.',
    stuck: 'Niemand konnte mehr ziehen.',
    abandoned: '{loser} sind ausgeschieden: Jemand war zu lange weg.',
    aborted: 'Abgebrochen, bevor alle gezogen hatten. Die Partie zählt nicht.',
  },
  reasonInAll: {
    win: `{count, plural,
      one {Die Zeit war um, und {winner} hatte mehr Kugeln hinausgeschoben.}
      other {Die Zeit war um, und {winner} hatten mehr Kugeln hinausgeschoben.}
    }`,
    draw: 'Die Zeit war um, mit gleich vielen hinausgeschobenen Kugeln.',
  },
} satisfies Translation<typeof en>;
