import type en from '../../en/evaluation/reasons';
import type { Translation } from '../../message';

export default {
  /** Several lines of an analysis. */
  lines: {
    count: 'Varianten',
    draw: 'Zug auf dem Brett zeigen',
    show: '{count, plural, one {Die beste Variante zeigen} other {Die besten # Varianten zeigen}}',
  },
  /** Why a move is a mistake. Cells are the marbles' cells after the move. */
  why: {
    missed_win: '{count, plural, one {Hier gab es einen erzwungenen Sieg in # Zug.} other {Hier gab es einen erzwungenen Sieg in # Zügen.}}',
    allows_win: '{count, plural, one {Jetzt gewinnt der Gegner zwingend in # Zug.} other {Jetzt gewinnt der Gegner zwingend in # Zügen.}}',
    missed_ejection: `{count, plural,
      one {{plies, plural, =1 {Die Kugel auf {cells} hätte sofort hinausgeschoben werden können.} one {Die Kugel auf {cells} hätte in # Zug hinausgeschoben werden können.} other {Die Kugel auf {cells} hätte in # Zügen hinausgeschoben werden können.}}}
      other {{plies, plural, =1 {Die Kugeln auf {cells} hätten hinausgeschoben werden können, die erste sofort.} one {Die Kugeln auf {cells} hätten hinausgeschoben werden können, die erste in # Zug.} other {Die Kugeln auf {cells} hätten hinausgeschoben werden können, die erste in # Zügen.}}}
    }`,
    allows_ejection: `{count, plural,
      one {{plies, plural, =1 {Jetzt kann die Kugel auf {cells} sofort hinausgeschoben werden.} one {Jetzt kann die Kugel auf {cells} in # Zug hinausgeschoben werden.} other {Jetzt kann die Kugel auf {cells} in # Zügen hinausgeschoben werden.}}}
      other {{plies, plural, =1 {Jetzt können die Kugeln auf {cells} hinausgeschoben werden, die erste sofort.} one {Jetzt können die Kugeln auf {cells} hinausgeschoben werden, die erste in # Zug.} other {Jetzt können die Kugeln auf {cells} hinausgeschoben werden, die erste in # Zügen.}}}
    }`,
    misses_threat: '{count, plural, one {Die Kugel auf {cells} war bedroht und ist es immer noch.} other {Die Kugeln auf {cells} waren bedroht und sind es immer noch.}}',
    missed_push: '{count, plural, one {Die Kugel auf {cells} hätte zurückgeschoben werden können.} other {Die Kugeln auf {cells} hätten zurückgeschoben werden können.}}',
    allows_push: '{count, plural, one {Jetzt kann die Kugel auf {cells} zurückgeschoben werden.} other {Jetzt können die Kugeln auf {cells} zurückgeschoben werden.}}',
    leaves_centre: '{count, plural, one {Die Kugel auf {cells} hat sich vom Zentrum entfernt.} other {Die Kugeln auf {cells} haben sich vom Zentrum entfernt.}}',
    breaks_formation: '{count, plural, one {Die Kugel auf {cells} ist jetzt von den anderen abgeschnitten.} other {Die Kugeln auf {cells} sind jetzt von den anderen abgeschnitten.}}',
  },
  /** Who gains by a move, with more than two players. */
  verdict: {
    heading: 'Gewinnchancen: {changes}',
    gains: '{count, plural, one {{side} legt {percent} zu} other {{side} legen {percent} zu}}',
    loses: '{count, plural, one {{side} verliert {percent}} other {{side} verlieren {percent}}}',
    none: 'kaum verändert',
    share: '{side} {percent}',
  },
} satisfies Translation<typeof en>;
