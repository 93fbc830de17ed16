import type en from '../en/room';
import type { Translation } from '../message';

export default {
  room: {
    title: 'Partie',
    loading: 'Die Partie wird geöffnet …',
    waitingTitle: 'Warten',
    yourTurnTitle: 'Du bist dran',
    closed: 'Diese Partie wurde abgesagt',
    closedText: 'Sie hat nie begonnen.',
    notFound: 'Diese Partie gibt es nicht',
    notFoundText: 'Vielleicht ist der Link unvollständig, oder die Partie wurde abgesagt, bevor sie begann.',
    toLobby: 'Zurück zur Übersicht',
    yourTurn: 'Du bist am Zug',
    turnOf: '{name} ist am Zug',
    turnOfColor: '{color, select, black {Schwarz ist am Zug} white {Weiß ist am Zug} red {Rot ist am Zug} yellow {Gelb ist am Zug}}',
    looking: 'du siehst Zug {ply, number}',
    back: 'Zurück zur Partie',
    watching: 'Du schaust zu',
    watchingLate: 'Du schaust mit Verzögerung zu: {delay}',
    boardLabel: 'Brett. Kugeln: {counts}.',
    elsewhere: 'Du spielst diese Partie in einem anderen Fenster.',
    takeOver: 'Hier spielen',
    firstMove: 'Erster Zug binnen {time}',
    out: 'Du bist ausgeschieden. Die anderen spielen weiter.',
    marbles: `{color, select,
      black {Schwarz {count, number}}
      white {Weiß {count, number}}
      red {Rot {count, number}}
      yellow {Gelb {count, number}}
    }`,
  },
  claim: {
    away: '{count, plural, one {{names} ist weg.} other {{names} sind weg.}}',
    wait: 'Du kannst die Partie beenden in {time}',
    ready: 'Du musst nicht länger warten.',
    win: 'Sieg beanspruchen',
    draw: 'Remis erklären',
  },
  notice: {
    storage_unavailable: 'Der Server kann gerade keine Züge speichern. Die Uhren stehen, bis es wieder geht.',
    room_lost: 'Die Partie ist unterbrochen. Sie geht weiter, sobald der Server sie wieder hat.',
    computer_waits: 'Der Computer wartet, bis der Server Zeit für ihn hat.{clock, select, none {} other { Seine Uhr läuft.}}',
    stopping: 'Der Server hält die Partie an. Die Uhren stehen, bis es weitergeht.',
  },
} satisfies Translation<typeof en>;
