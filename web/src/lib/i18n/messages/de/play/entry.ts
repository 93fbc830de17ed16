import type en from '../../en/play/entry';
import type { Translation } from '../../message';

export default {
  try: {
    game_over: 'Die Partie ist zu Ende.',
    empty_cell: 'Da liegt keine Kugel.',
    not_yours: 'Diese Kugel gehört dir nicht.',
    trailing_not_yours: 'Eine eigene Kugel muss schieben.',
    partner_in_side_step: 'Zur Seite gehen nur eigene Kugeln.',
    not_a_line: 'Nicht in einer Reihe.',
    too_many: 'Höchstens drei Kugeln ziehen.',
    gap: 'Die Kugeln berühren sich nicht.',
    too_far: 'Nur ein Feld weit.',
    along_the_row: 'Das ist entlang der Reihe, nicht zur Seite.',
    occupied: 'Dieses Feld ist besetzt.',
    pac: 'Pac: gleich viele auf beiden Seiten.',
    outnumbered: 'Sie haben mehr Kugeln in der Reihe.',
    blocked_behind: 'Versperrt: Dieses Feld ist besetzt.',
    over_the_edge: 'Eigene Kugeln bleiben auf dem Brett.',
    not_a_move: 'Ein Zug sieht so aus: a1b2 oder c3c5d3.',
  },
  entry: {
    notYourTurn: 'Du bist nicht am Zug.',
    back: 'Du hast dir Zug {ply, number} angesehen. Das hier ist die Partie.',
    twoWays: 'Hierher führen zwei Wege: Wähle einen Pfeil.',
    twoWaysByKeys: 'Hierher führen zwei Wege: Eine Pfeiltaste zeigt den anderen, Enter zieht.',
  },
  confirm: {
    ask: '{move} ziehen?',
    first: 'Zieh erst, oder nimm den Zug zurück.',
    play: 'Ziehen',
    takeBack: 'Zurück',
  },
  premove: {
    set: '{move} wartet auf deinen Zug. Escape oder ein Tippen bricht ab.',
    dropped: '{move} wurde nicht gezogen. {why}',
  },
  typing: {
    label: 'Zug',
    hint: 'Wie a1b2, zur Seite c3c5d3',
    legal: 'Enter zieht.',
    close: 'Schließen',
  },
} satisfies Translation<typeof en>;
