import type { Translation } from '../../message';
import type en from '../../en/programs/preview';

export default {
  preview: {
    site: 'Spiel Abalone kostenlos online: Schieb sechs Kugeln vom Brett. Zu zweit, zu dritt oder zu viert, gegen Freunde, Fremde oder den Computer. Ohne Konto.',
    members: 'Spiel Abalone online: Schieb sechs Kugeln vom Brett. Zu zweit, zu dritt oder zu viert, gegen Freunde, Fremde oder den Computer.',
    board: 'Das Brett',
    play: 'Abalone spielen',
    playWith: 'Abalone spielen mit {names}',
    player: 'einem Spieler',
    join: 'Tippe hier, um mitzuspielen.',
    soon: 'Beginnt gleich.',
    live: 'Läuft gerade: {score} hinausgeschobene Kugeln.',
    won: 'Sieg für {names}, {score}.',
    wonOnTime: 'Sieg für {names} durch Zeit.',
    wonByResignation: 'Sieg für {names} durch Aufgabe.',
    wonAlone: 'Sieg für {names}: Der Gegner ist gegangen.',
    draw: 'Remis, {score}.',
    aborted: 'Partie abgebrochen.',
    moves: '{count, plural, one {# Zug} other {# Züge}}.',
    days: '{count, plural, one {# Tag} other {# Tage}}',
    hours: '{count} h',
    minutes: '{count} min',
    seconds: '{count} s',
    puzzle: 'Abalone-Aufgabe',
    puzzleText: '{color, select, black {Schwarz} white {Weiß} red {Rot} other {Gelb}} am Zug. Finde den einen Zug, der eine Kugel oder die Partie gewinnt.',
  },
} satisfies Translation<typeof en>;
