import type en from '../../en/play/entry';
import type { Translation } from '../../message';

export default {
  try: {
    game_over: 'Die Partie ist zu Ende.',
    empty_cell: 'Da liegt keine Kugel.',
    not_yours: 'Diese Kugel gehört dir nicht.',
    trailing_not_yours: 'Die hinterste Kugel muss deine sein.',
    partner_in_side_step: 'Seitschritt nur mit eigenen Kugeln.',
    not_a_line: 'Nicht in einer geraden Reihe.',
    too_many: 'Höchstens drei Kugeln.',
    gap: 'Die Kugeln berühren sich nicht.',
    too_far: 'Nur ein Feld weit.',
    along_the_row: 'Das ist entlang der Reihe, nicht zur Seite.',
    occupied: 'Dieses Feld ist besetzt.',
    pac: 'Pac: gleich viele, kein Schub.',
    outnumbered: 'Der Gegner hat mehr Kugeln in der Reihe.',
    blocked_behind: 'Versperrt: Das Feld dahinter ist besetzt.',
    over_the_edge: 'Eigene Kugeln bleiben auf dem Brett.',
    not_a_move: 'Gib Züge so ein: a1b2 oder c3c5d3.',
  },
  entry: {
    notYourTurn: 'Du bist nicht am Zug.',
    back: 'Zurück in der laufenden Partie. Du warst bei Zug {ply, number}.',
    twoWays: 'Zwei mögliche Züge: Wähle einen Pfeil.',
    twoWaysByKeys: 'Zwei mögliche Züge: Pfeiltaste wechselt, Enter zieht.',
    youPlay: '{color, select, black {Du spielst Schwarz} white {Du spielst Weiß} red {Du spielst Rot} yellow {Du spielst Gelb}}',
  },
  confirm: {
    ask: '{move} ziehen?',
    first: 'Bestätige erst deinen Zug oder brich ihn ab.',
    play: 'Ziehen',
    takeBack: 'Abbrechen',
  },
  premove: {
    set: 'Vorauszug: {move}. Escape oder Tippen bricht ihn ab.',
    dropped: 'Der Vorauszug {move} wurde nicht gespielt. {why}',
  },
  typing: {
    label: 'Zug',
    hint: 'Zum Beispiel a1b2, Seitschritt c3c5d3',
    legal: 'Enter zieht.',
    close: 'Schließen',
  },
} satisfies Translation<typeof en>;
