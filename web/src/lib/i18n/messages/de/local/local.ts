import type en from '../../en/local/local';
import type { Translation } from '../../message';

export default {
  local: {
    title: 'An einem Bildschirm',
    intro: 'Alle spielen an diesem Gerät. Das geht ohne Server und ohne Netz.',
    computer: 'Niemand da? Spiel gegen den Computer',
    mode: 'Spielerzahl',
    layout: 'Startaufstellung',
    allLayouts: 'Alle {count, number} zeigen',
    fewerLayouts: 'Weniger zeigen',
    clock: 'Bedenkzeit',
    turning: 'Brett zu der Farbe drehen, die am Zug ist',
    start: 'Partie beginnen',
    goOn: 'Zurück zur Partie',
    paused: 'Die Uhren stehen still.',
    resume: 'Weiter',
    pause: 'Uhren anhalten',
    trouble: 'Für {name} kam kein Zug.',
    askAgain: 'Noch einmal versuchen',
    takeBack: 'Zug zurück',
    draw: 'Remis',
    drawTitle: 'Ist es remis?',
    drawText: 'Wenn alle einverstanden sind, endet die Partie ohne Sieg.',
    agree: 'Alle sind einverstanden',
    resign: 'Aufgeben',
    resignTitle: 'Wer gibt auf?',
    resigns: '{count, plural, one {{names} gibt auf} other {{names} geben auf}}',
    cancel: 'Weiterspielen',
    again: 'Noch einmal spielen',
    newGame: 'Andere Partie',
  },
} satisfies Translation<typeof en>;
