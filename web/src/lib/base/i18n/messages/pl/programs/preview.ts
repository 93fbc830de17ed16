import type { Translation } from '../../message';
import type en from '../../en/programs/preview';

export default {
  preview: {
    site: 'Graj w Abalone online za darmo: wypchnij sześć kul z planszy. Dwóch, trzech lub czterech graczy: znajomi, nieznajomi albo komputer. Bez konta.',
    members: 'Graj w Abalone online: wypchnij sześć kul z planszy. Dwóch, trzech lub czterech graczy: znajomi, nieznajomi albo komputer.',
    board: 'Plansza',
    play: 'Zagraj w Abalone',
    playWith: 'Zagraj w Abalone. Czeka: {names}',
    player: 'gracz',
    join: 'Dotknij, aby dołączyć.',
    soon: 'Zaraz początek.',
    live: 'Na żywo: wypchnięte kule {score}.',
    won: 'Zwycięstwo: {names}, {score}.',
    wonOnTime: 'Zwycięstwo na czas: {names}.',
    wonByResignation: 'Zwycięstwo przez poddanie: {names}.',
    wonAlone: 'Zwycięstwo: {names}. Przeciwnika zabrakło.',
    draw: 'Remis, {score}.',
    aborted: 'Partia przerwana.',
    moves: '{count, plural, one {# ruch} few {# ruchy} many {# ruchów} other {# ruchu}}.',
    days: '{count, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}',
    hours: '{count} godz.',
    minutes: '{count} min',
    seconds: '{count} s',
    puzzle: 'Zadanie Abalone',
    puzzleText: '{color, select, black {Ruch mają czarne} white {Ruch mają białe} red {Ruch mają czerwone} other {Ruch mają żółte}}. Znajdź jedyny ruch, który zdobywa kulę albo wygrywa partię.',
  },
} satisfies Translation<typeof en>;
