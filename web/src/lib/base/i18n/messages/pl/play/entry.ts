import type en from '../../en/play/entry';
import type { Translation } from '../../message';

export default {
  try: {
    game_over: 'Partia się skończyła.',
    empty_cell: 'Tam nie ma kuli.',
    not_yours: 'To nie twoja kula.',
    trailing_not_yours: 'Ostatnia kula musi być twoja.',
    partner_in_side_step: 'Ruch boczny tylko własnymi kulami.',
    not_a_line: 'Nie w prostej linii.',
    too_many: 'Najwyżej trzy kule.',
    gap: 'Kule się nie stykają.',
    too_far: 'Tylko o jedno pole.',
    along_the_row: 'To wzdłuż linii, nie w bok.',
    occupied: 'To pole jest zajęte.',
    pac: 'Klincz: tyle samo kul, nie da się pchać.',
    outnumbered: 'Przeciwnik ma więcej kul w linii.',
    blocked_behind: 'Zablokowane: pole z tyłu jest zajęte.',
    over_the_edge: 'Własne kule zostają na planszy.',
    not_a_move: 'Wpisuj ruchy tak: a1b2 albo c3c5d3.',
  },
  entry: {
    notYourTurn: 'To nie twój ruch.',
    back: 'Z powrotem w trwającej partii. To był podgląd ruchu {ply, number}.',
    twoWays: 'Dwa możliwe ruchy: wybierz strzałkę.',
    twoWaysByKeys: 'Dwa możliwe ruchy: klawisz strzałki zmienia, Enter gra.',
    youPlay: '{color, select, black {Grasz czarnymi} white {Grasz białymi} red {Grasz czerwonymi} yellow {Grasz żółtymi}}',
  },
  confirm: {
    ask: 'Zagrać {move}?',
    first: 'Najpierw potwierdź albo anuluj swój ruch.',
    play: 'Zagraj',
    takeBack: 'Anuluj',
  },
  premove: {
    set: 'Ruch z wyprzedzeniem: {move}. Anuluj klawiszem Escape lub dotknięciem.',
    dropped: 'Ruch z wyprzedzeniem {move} nie został wykonany. {why}',
  },
  typing: {
    label: 'Ruch',
    hint: 'Na przykład a1b2, ruch boczny c3c5d3',
    legal: 'Naciśnij Enter, aby zagrać.',
    close: 'Zamknij',
  },
} satisfies Translation<typeof en>;
