import type en from '../../en/evaluation/reasons';
import type { Translation } from '../../message';

export default {
  /** Several lines of an analysis. */
  lines: {
    count: 'Warianty',
    draw: 'Pokaż ruch na planszy',
    show: '{count, plural, one {Pokaż najlepszy wariant} few {Pokaż # najlepsze warianty} many {Pokaż # najlepszych wariantów} other {Pokaż # najlepszego wariantu}}',
  },
  /** Why a move is a mistake. Cells are the marbles' cells after the move. */
  why: {
    missed_win: '{count, plural, one {Była tu wymuszona wygrana w # ruchu.} few {Była tu wymuszona wygrana w # ruchach.} many {Była tu wymuszona wygrana w # ruchach.} other {Była tu wymuszona wygrana w # ruchu.}}',
    allows_win: '{count, plural, one {Teraz przeciwnik ma wymuszoną wygraną w # ruchu.} few {Teraz przeciwnik ma wymuszoną wygraną w # ruchach.} many {Teraz przeciwnik ma wymuszoną wygraną w # ruchach.} other {Teraz przeciwnik ma wymuszoną wygraną w # ruchu.}}',
    missed_ejection: `{count, plural,
      one {{plies, plural, =1 {Kulę na polu {cells} można było od razu wypchnąć z planszy.} one {Kulę na polu {cells} można było wypchnąć z planszy w ciągu # ruchu.} few {Kulę na polu {cells} można było wypchnąć z planszy w ciągu # ruchów.} many {Kulę na polu {cells} można było wypchnąć z planszy w ciągu # ruchów.} other {Kulę na polu {cells} można było wypchnąć z planszy w ciągu # ruchu.}}}
      few {{plies, plural, =1 {Kule na polach {cells} można było wypchnąć z planszy, pierwszą od razu.} one {Kule na polach {cells} można było wypchnąć z planszy, pierwszą w ciągu # ruchu.} few {Kule na polach {cells} można było wypchnąć z planszy, pierwszą w ciągu # ruchów.} many {Kule na polach {cells} można było wypchnąć z planszy, pierwszą w ciągu # ruchów.} other {Kule na polach {cells} można było wypchnąć z planszy, pierwszą w ciągu # ruchu.}}}
      many {{plies, plural, =1 {Kule na polach {cells} można było wypchnąć z planszy, pierwszą od razu.} one {Kule na polach {cells} można było wypchnąć z planszy, pierwszą w ciągu # ruchu.} few {Kule na polach {cells} można było wypchnąć z planszy, pierwszą w ciągu # ruchów.} many {Kule na polach {cells} można było wypchnąć z planszy, pierwszą w ciągu # ruchów.} other {Kule na polach {cells} można było wypchnąć z planszy, pierwszą w ciągu # ruchu.}}}
      other {{plies, plural, =1 {Kule na polach {cells} można było wypchnąć z planszy, pierwszą od razu.} one {Kule na polach {cells} można było wypchnąć z planszy, pierwszą w ciągu # ruchu.} few {Kule na polach {cells} można było wypchnąć z planszy, pierwszą w ciągu # ruchów.} many {Kule na polach {cells} można było wypchnąć z planszy, pierwszą w ciągu # ruchów.} other {Kule na polach {cells} można było wypchnąć z planszy, pierwszą w ciągu # ruchu.}}}
    }`,
    allows_ejection: `{count, plural,
      one {{plies, plural, =1 {Teraz kulę na polu {cells} można od razu wypchnąć z planszy.} one {Teraz kulę na polu {cells} można wypchnąć z planszy w ciągu # ruchu.} few {Teraz kulę na polu {cells} można wypchnąć z planszy w ciągu # ruchów.} many {Teraz kulę na polu {cells} można wypchnąć z planszy w ciągu # ruchów.} other {Teraz kulę na polu {cells} można wypchnąć z planszy w ciągu # ruchu.}}}
      few {{plies, plural, =1 {Teraz kule na polach {cells} można wypchnąć z planszy, pierwszą od razu.} one {Teraz kule na polach {cells} można wypchnąć z planszy, pierwszą w ciągu # ruchu.} few {Teraz kule na polach {cells} można wypchnąć z planszy, pierwszą w ciągu # ruchów.} many {Teraz kule na polach {cells} można wypchnąć z planszy, pierwszą w ciągu # ruchów.} other {Teraz kule na polach {cells} można wypchnąć z planszy, pierwszą w ciągu # ruchu.}}}
      many {{plies, plural, =1 {Teraz kule na polach {cells} można wypchnąć z planszy, pierwszą od razu.} one {Teraz kule na polach {cells} można wypchnąć z planszy, pierwszą w ciągu # ruchu.} few {Teraz kule na polach {cells} można wypchnąć z planszy, pierwszą w ciągu # ruchów.} many {Teraz kule na polach {cells} można wypchnąć z planszy, pierwszą w ciągu # ruchów.} other {Teraz kule na polach {cells} można wypchnąć z planszy, pierwszą w ciągu # ruchu.}}}
      other {{plies, plural, =1 {Teraz kule na polach {cells} można wypchnąć z planszy, pierwszą od razu.} one {Teraz kule na polach {cells} można wypchnąć z planszy, pierwszą w ciągu # ruchu.} few {Teraz kule na polach {cells} można wypchnąć z planszy, pierwszą w ciągu # ruchów.} many {Teraz kule na polach {cells} można wypchnąć z planszy, pierwszą w ciągu # ruchów.} other {Teraz kule na polach {cells} można wypchnąć z planszy, pierwszą w ciągu # ruchu.}}}
    }`,
    misses_threat: '{count, plural, one {Kula na polu {cells} była zagrożona i nadal jest.} few {Kule na polach {cells} były zagrożone i nadal są.} many {Kule na polach {cells} były zagrożone i nadal są.} other {Kule na polach {cells} były zagrożone i nadal są.}}',
    missed_push: '{count, plural, one {Kulę na polu {cells} można było odepchnąć.} few {Kule na polach {cells} można było odepchnąć.} many {Kule na polach {cells} można było odepchnąć.} other {Kule na polach {cells} można było odepchnąć.}}',
    allows_push: '{count, plural, one {Teraz kulę na polu {cells} można odepchnąć.} few {Teraz kule na polach {cells} można odepchnąć.} many {Teraz kule na polach {cells} można odepchnąć.} other {Teraz kule na polach {cells} można odepchnąć.}}',
    leaves_centre: '{count, plural, one {Kula na polu {cells} oddaliła się od środka.} few {Kule na polach {cells} oddaliły się od środka.} many {Kule na polach {cells} oddaliły się od środka.} other {Kule na polach {cells} oddaliły się od środka.}}',
    breaks_formation: '{count, plural, one {Kula na polu {cells} jest teraz odcięta od pozostałych.} few {Kule na polach {cells} są teraz odcięte od pozostałych.} many {Kule na polach {cells} są teraz odcięte od pozostałych.} other {Kule na polach {cells} są teraz odcięte od pozostałych.}}',
  },
  /** Who gains by a move, with more than two players. */
  verdict: {
    heading: 'Szanse na wygraną: {changes}',
    gains: '{count, plural, one {{side} zyskuje {percent}} few {{side} zyskują {percent}} many {{side} zyskują {percent}} other {{side} zyskują {percent}}}',
    loses: '{count, plural, one {{side} traci {percent}} few {{side} tracą {percent}} many {{side} tracą {percent}} other {{side} tracą {percent}}}',
    none: 'prawie bez zmian',
    share: '{side} {percent}',
  },
} satisfies Translation<typeof en>;
