import type en from '../../en/waiting/waiting';
import type { Translation } from '../../message';

export default {
  waiting: {
    waiting: 'Warten auf einen Gegner',
    invite: 'Schick diesen Link an einen Freund. Die Partie beginnt, sobald er beitritt.',
    link: 'Link zu dieser Partie',
    copy: 'Kopieren',
    copied: 'Kopiert',
    selected: 'Der Link ist markiert. Kopiere ihn mit der Tastatur oder durch langes Drücken.',
    share: 'Teilen',
    code: 'QR-Code zeigen',
    codeLabel: 'QR-Code mit dem Link zu dieser Partie',
    codeText: 'Scanne ihn mit der Handykamera, um mitzuspielen.',
    watchers: 'Zuschauer',
    late: '{delay} verzögert',
    vacations: 'Urlaub',
    vacationsAllowed: 'Erlaubt: die Uhr steht so lange still',
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
    waitingMany: 'Warten auf Mitspieler',
    inviteMany: 'Schick diesen Link an deine Freunde. Die Partie beginnt, sobald alle Plätze besetzt sind.',
    openMany: '{name} wartet auf Mitspieler',
    seats: 'Plätze',
    sit: 'Platz nehmen',
    sitAs: `{color, select,
      black {Platz nehmen, mit Schwarz}
      white {Platz nehmen, mit Weiß}
      red {Platz nehmen, mit Rot}
      yellow {Platz nehmen, mit Gelb}
    }`,
    full: 'Alle Plätze sind besetzt, aber du kannst zuschauen.',
    readyTitle: 'Sind alle bereit?',
    ready: 'Ich bin bereit',
    notReady: 'Doch noch nicht bereit',
    isReady: 'bereit',
    readyText: 'Die Partie beginnt, sobald alle bereit sind.',
    giveUp: 'Platz verlassen',
  },
} satisfies Translation<typeof en>;
