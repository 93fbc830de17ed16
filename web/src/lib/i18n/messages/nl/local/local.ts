import type en from '../../en/local/local';
import type { Translation } from '../../message';

export default {
  local: {
    title: 'Op één scherm',
    intro: 'Iedereen speelt op dit apparaat. Het werkt zonder server en zonder netwerk.',
    computer: 'Niemand naast je? Speel tegen de computer',
    mode: 'Spelers',
    layout: 'Beginopstelling',
    allLayouts: 'Toon alle {count, number}',
    fewerLayouts: 'Toon minder',
    clock: 'Bedenktijd',
    turning: 'Draai het bord naar wie aan zet is',
    start: 'Begin de partij',
    goOn: 'Terug naar de partij',
    paused: 'De klokken staan stil.',
    resume: 'Verder',
    pause: 'Pauze',
    trouble: 'Er kwam geen zet voor {name}.',
    askAgain: 'Probeer opnieuw',
    takeBack: 'Zet terug',
    draw: 'Remise',
    drawTitle: 'Is het remise?',
    drawText: 'Als iedereen het eens is, eindigt de partij zonder winnaar.',
    agree: 'Iedereen is het eens',
    resign: 'Opgeven',
    resignTitle: 'Wie geeft op?',
    resigns: '{count, plural, one {{names} geeft op} other {{names} geven op}}',
    cancel: 'Verder spelen',
    again: 'Nog een keer spelen',
    newGame: 'Andere partij',
  },
} satisfies Translation<typeof en>;
