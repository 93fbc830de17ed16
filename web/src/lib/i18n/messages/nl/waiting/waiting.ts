import type en from '../../en/waiting/waiting';
import type { Translation } from '../../message';

export default {
  waiting: {
    waiting: 'Wachten op een tegenstander',
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
} satisfies Translation<typeof en>;
