import type en from '../../en/waiting/waiting';
import type { Translation } from '../../message';

export default {
  waiting: {
    waiting: 'Noch fehlt ein Gegner',
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
} satisfies Translation<typeof en>;
