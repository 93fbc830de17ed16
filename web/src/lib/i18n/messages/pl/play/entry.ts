import type en from '../../en/play/entry';
import type { Translation } from '../../message';

export default {
  try: {
    game_over: 'Partia się skończyła.',
    empty_cell: 'Tam nie ma kuli.',
    not_yours: 'To nie twoja kula.',
    trailing_not_yours: 'Pchać musi twoja własna kula.',
    partner_in_side_step: 'W bok idą tylko własne kule.',
    not_a_line: 'Nie w jednej linii.',
    too_many: 'Ruszają się najwyżej trzy kule.',
    gap: 'Kule się nie stykają.',
    too_far: 'Tylko o jedno pole.',
    along_the_row: 'To wzdłuż linii, nie w bok.',
    occupied: 'To pole jest zajęte.',
    pac: 'Klincz: tyle samo kul po obu stronach.',
    outnumbered: 'Przeciwnik ma więcej kul w linii.',
    blocked_behind: 'Zablokowane: to pole jest zajęte.',
    over_the_edge: 'Własne kule zostają na planszy.',
    not_a_move: 'Ruch wygląda tak: a1b2 albo c3c5d3.',
  },
  entry: {
    notYourTurn: 'To nie twój ruch.',
    back: 'To był podgląd ruchu {ply, number}. Teraz widzisz partię.',
    twoWays: 'Prowadzą tu dwie drogi: wybierz strzałkę.',
    twoWaysByKeys: 'Prowadzą tu dwie drogi: klawisz strzałki pokazuje drugą, Enter wykonuje ruch.',
  },
  confirm: {
    ask: 'Zagrać {move}?',
    first: 'Najpierw zagraj ten ruch albo go cofnij.',
    play: 'Zagraj',
    takeBack: 'Cofnij',
  },
  premove: {
    set: '{move} czeka na twoją kolej. Escape lub dotknięcie anuluje.',
    dropped: 'Ruch {move} nie został wykonany. {why}',
  },
  typing: {
    label: 'Ruch',
    hint: 'Jak a1b2, w bok c3c5d3',
    legal: 'Enter wykonuje ruch.',
    close: 'Zamknij',
  },
} satisfies Translation<typeof en>;
