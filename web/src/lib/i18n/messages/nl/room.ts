import type en from '../en/room';
import type { Translation } from '../message';

export default {
  room: {
    title: 'Partij',
    loading: 'De partij wordt geopend…',
    waiting: 'Wachten op een tegenstander',
    waitingTitle: 'Wachten',
    yourTurnTitle: 'Jouw beurt',
    invite: 'Stuur deze link naar degene met wie je wilt spelen. De partij begint als die meedoet.',
    link: 'Link naar deze partij',
    copy: 'Kopiëren',
    copied: 'Gekopieerd',
    selected: 'De link is geselecteerd: kopieer hem met je toetsenbord of door lang te drukken.',
    share: 'Delen',
    code: 'Als code tonen',
    codeLabel: 'QR-code met de link naar deze partij',
    codeText: 'Scan met een telefoon om mee te doen.',
    watchers: 'Wie meekijkt, ziet de partij',
    late: '{delay} later',
    leave: 'Partij afzeggen',
    open: '{name} wacht op een tegenstander',
    join: 'Meedoen',
    justWatch: 'Of blijf kijken: de partij verschijnt hier zodra ze begint.',
    youPlay: `{color, select,
      black {Je speelt met zwart.}
      white {Je speelt met wit.}
      red {Je speelt met rood.}
      yellow {Je speelt met geel.}
    }`,
    closed: 'Deze partij is afgezegd',
    closedText: 'Dat gebeurde voordat ze begon.',
    notFound: 'Deze partij bestaat niet',
    notFoundText: 'Misschien is de link niet compleet, of is de partij afgezegd voordat ze begon.',
    toLobby: 'Terug naar het overzicht',
    yourTurn: 'Jij bent aan zet',
    turnOf: '{name} is aan zet',
    looking: 'je bekijkt zet {ply, number}',
    back: 'Terug naar de partij',
    watching: 'Je kijkt mee',
    watchingLate: 'Je kijkt mee met vertraging: {delay}',
    boardLabel: 'Bord. Knikkers: {counts}.',
    elsewhere: 'Je speelt deze partij in een ander venster.',
    takeOver: 'Hier spelen',
    firstMove: 'Eerste zet binnen {time}',
    out: 'Je ligt eruit. De anderen spelen door.',
    marbles: `{color, select,
      black {zwart {count, number}}
      white {wit {count, number}}
      red {rood {count, number}}
      yellow {geel {count, number}}
    }`,
    waitingMany: 'Wachten op spelers',
    inviteMany: 'Stuur deze link naar iedereen met wie je wilt spelen. De partij begint als alle plaatsen bezet zijn.',
    openMany: '{name} wacht op spelers',
    seats: 'Plaatsen',
    sit: 'Hier zitten',
    sitAs: `{color, select,
      black {Hier zitten en met zwart spelen}
      white {Hier zitten en met wit spelen}
      red {Hier zitten en met rood spelen}
      yellow {Hier zitten en met geel spelen}
    }`,
    full: 'Alle plaatsen zijn bezet. Je kunt meekijken.',
    readyTitle: 'Is iedereen klaar?',
    ready: 'Ik ben klaar',
    notReady: 'Toch niet klaar',
    isReady: 'klaar',
    readyText: 'De partij begint als iedereen klaar is.',
    giveUp: 'Plaats opgeven',
  },
  claim: {
    away: '{count, plural, one {{names} is weg.} other {{names} zijn weg.}}',
    wait: 'Je kunt de partij claimen over {time}',
    ready: 'Je hoeft niet langer te wachten.',
    win: 'Winst claimen',
    draw: 'Remise claimen',
  },
  notice: {
    storage_unavailable: 'De server kan nu geen zetten opslaan. De klokken staan stil tot het weer lukt.',
    room_lost: 'De partij is onderbroken. Ze gaat verder zodra de server haar weer heeft.',
    computer_waits: 'De computer wacht tot de server voor hem kan denken. Zijn klok loopt.',
    stopping: 'De server onderbreekt de partij. De klokken staan stil tot ze verdergaat.',
  },
} satisfies Translation<typeof en>;
