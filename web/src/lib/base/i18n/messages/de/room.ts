import type en from '../en/room';
import type { Translation } from '../message';

export default {
  room: {
    title: 'Partie',
    loading: 'Die Partie wird geöffnet …',
    waitingTitle: 'Warten',
    yourTurnTitle: 'Du bist am Zug',
    closed: 'Partie abgesagt',
    closedText: 'Sie wurde abgesagt, bevor sie begann.',
    notFound: 'Partie nicht gefunden',
    notFoundText: 'Vielleicht ist der Link unvollständig, oder die Partie wurde abgesagt, bevor sie begann.',
    toLobby: 'Zurück zur Lobby',
    yourTurn: 'Du bist am Zug',
    turnOf: '{name} ist am Zug',
    turnOfColor: '{color, select, black {Schwarz ist am Zug} white {Weiß ist am Zug} red {Rot ist am Zug} yellow {Gelb ist am Zug}}',
    looking: 'du siehst Zug {ply, number} von {last, number}',
    back: 'Zum neuesten Zug',
    watching: 'Du schaust zu',
    watchingLate: 'Du schaust zu, {delay} verzögert',
    boardLabel: 'Brett. Kugeln: {counts}.',
    elsewhere: 'Du spielst diese Partie in einem anderen Fenster.',
    takeOver: 'Hier spielen',
    firstMove: 'Noch {time} für den ersten Zug',
    out: 'Du bist ausgeschieden. Die anderen spielen weiter.',
    marbles: `{color, select,
      black {Schwarz {count, number}}
      white {Weiß {count, number}}
      red {Rot {count, number}}
      yellow {Gelb {count, number}}
    }`,
  },
  notice: {
    storage_unavailable: 'Der Server kann gerade keine Züge speichern. Die Uhren stehen, bis es wieder geht.',
    room_unreachable: 'Die Verbindung zum Server dieser Partie ist unterbrochen. Die Partie pausiert und geht automatisch weiter.',
    player_unreachable: 'Der Server des Spielers am Zug ist nicht erreichbar. Die Partie pausiert und geht automatisch weiter.',
    room_lost: 'Die Partie wurde durch ein Serverproblem unterbrochen. Sie geht automatisch weiter.',
    computer_waits: 'Der Server ist ausgelastet, deshalb verzögert sich der Zug des Computers.{clock, select, none {} other { Seine Uhr läuft weiter.}}',
    stopping: 'Der Server hat die Partie angehalten. Die Uhren stehen, bis es weitergeht.',
  },
} satisfies Translation<typeof en>;
