import type en from '../en/room';
import type { Translation } from '../message';

export default {
  room: {
    title: 'Partie',
    loading: 'Die Partie wird geöffnet …',
    waiting: 'Noch fehlt ein Gegner',
    waitingTitle: 'Warten',
    yourTurnTitle: 'Du bist dran',
    invite: 'Schick diesen Link der Person, mit der du spielen möchtest. Es geht los, sobald sie beitritt.',
    link: 'Link zu dieser Partie',
    copy: 'Kopieren',
    copied: 'Kopiert',
    selected: 'Der Link ist markiert: Kopiere ihn mit der Tastatur oder durch langes Drücken.',
    share: 'Teilen',
    code: 'Als Code zeigen',
    codeLabel: 'QR-Code mit dem Link zu dieser Partie',
    codeText: 'Zum Mitspielen mit einem Handy scannen.',
    watchers: 'Wer zuschaut, sieht sie',
    late: '{delay} später',
    leave: 'Partie absagen',
    open: '{name} wartet auf einen Gegner',
    join: 'Mitspielen',
    justWatch: 'Oder bleib und schau zu: Die Partie erscheint hier, sobald sie beginnt.',
    youPlay: `{color, select,
      black {Du spielst Schwarz.}
      white {Du spielst Weiß.}
      red {Du spielst Rot.}
      yellow {Du spielst Gelb.}
    }`,
    closed: 'Diese Partie wurde abgesagt',
    closedText: 'Sie hat nie begonnen.',
    notFound: 'Diese Partie gibt es nicht',
    notFoundText: 'Vielleicht ist der Link unvollständig, oder die Partie wurde abgesagt, bevor sie begann.',
    toLobby: 'Zurück zur Übersicht',
    yourTurn: 'Du bist am Zug',
    turnOf: '{name} ist am Zug',
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
    waitingMany: 'Es sind noch Plätze frei',
    inviteMany: 'Schick diesen Link allen, mit denen du spielen möchtest. Es geht los, sobald alle Plätze besetzt sind.',
    openMany: '{name} wartet auf Mitspieler',
    seats: 'Plätze',
    sit: 'Hier sitzen',
    sitAs: `{color, select,
      black {Hier sitzen, mit Schwarz}
      white {Hier sitzen, mit Weiß}
      red {Hier sitzen, mit Rot}
      yellow {Hier sitzen, mit Gelb}
    }`,
    full: 'Alle Plätze sind besetzt. Du kannst zuschauen.',
    readyTitle: 'Sind alle bereit?',
    ready: 'Ich bin bereit',
    notReady: 'Doch nicht bereit',
    isReady: 'bereit',
    readyText: 'Es geht los, sobald alle bereit sind.',
    giveUp: 'Platz freigeben',
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
    computer_waits: 'Der Computer wartet, bis der Server für ihn denken kann. Seine Uhr läuft.',
    stopping: 'Der Server hält die Partie an. Die Uhren stehen, bis es weitergeht.',
  },
} satisfies Translation<typeof en>;
