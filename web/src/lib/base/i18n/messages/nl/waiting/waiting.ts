import type en from '../../en/waiting/waiting';
import type { Translation } from '../../message';

export default {
  waiting: {
    waiting: 'Wachten op een tegenstander',
    invite: 'Stuur deze link naar een vriend. De partij begint als die meedoet.',
    link: 'Link naar deze partij',
    copy: 'Kopiëren',
    copied: 'Gekopieerd',
    selected: 'De link is geselecteerd. Kopieer hem met je toetsenbord of door lang te drukken.',
    share: 'Delen',
    code: 'QR-code tonen',
    codeLabel: 'QR-code met de link naar deze partij',
    codeText: 'Scan hem met de camera van een telefoon om mee te doen.',
    watchers: 'Toeschouwers',
    late: '{delay} vertraagd',
    vacations: 'Vakantie',
    vacationsAllowed: 'Toegestaan: de klok staat dan stil',
    leave: 'Partij afzeggen',
    open: '{name} wacht op een tegenstander',
    join: 'Meedoen',
    justWatch: 'Of blijf kijken: de partij verschijnt hier zodra die begint.',
    youPlay: `{color, select,
      black {Je speelt met zwart.}
      white {Je speelt met wit.}
      red {Je speelt met rood.}
      yellow {Je speelt met geel.}
    }`,
    waitingMany: 'Wachten op spelers',
    inviteMany: 'Stuur deze link naar je vrienden. De partij begint als alle plaatsen bezet zijn.',
    openMany: '{name} wacht op spelers',
    seats: 'Plaatsen',
    sit: 'Hier zitten',
    sitAs: `{color, select,
      black {Hier zitten met zwart}
      white {Hier zitten met wit}
      red {Hier zitten met rood}
      yellow {Hier zitten met geel}
    }`,
    full: 'Alle plaatsen zijn bezet, maar je kunt meekijken.',
    readyTitle: 'Is iedereen klaar?',
    ready: 'Ik ben klaar',
    notReady: 'Toch nog niet klaar',
    isReady: 'klaar',
    readyText: 'De partij begint als iedereen klaar is.',
    giveUp: 'Plaats verlaten',
  },
} satisfies Translation<typeof en>;
