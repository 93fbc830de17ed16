import type en from '../../en/evaluation/evaluation';
import type { Translation } from '../../message';

export default {
  evaluation: {
    analyse: 'Computeranalyse starten',
    heading: 'Computeranalyse',
    coming: 'Analysiert: {done, number} von {all, plural, one {# Stellung} other {# Stellungen}}',
    done: 'Die Analyse ist fertig.',
    graph: 'Bewertung (je höher, desto besser für {side})',
    at: 'Zug {ply, number} von {last, number}: {score}',
    unknown: 'Noch nicht analysiert',
    shares: 'Gewinnchancen der drei Spieler',
    best: 'Beste Variante:',
    better: '{mistake}. Besser:',
    back: 'Zurück zur Partie',
    counts: 'Fehler nach Spieler',
    player: 'Spieler',
    countOf: '{name}: {count}. Weiter zum nächsten Zug dieser Art',
    tooMany: 'Zwei deiner Partien werden schon analysiert. Versuch es noch einmal, sobald eine fertig ist.',
    ask: 'Stellung bewerten',
    thinking: 'Der Computer denkt nach …',
    depth: 'Tiefe {count, plural, one {#} other {#}} · {nodes, plural, one {# Stellung} other {# Stellungen}}',
  },
  /** The engine in the browser. */
  engine: {
    switch: 'Engine',
    depth: 'Tiefe {depth, number}',
    speed: '{thousands, number} Tausend Stellungen pro Sekunde',
    bar: '{side} kann {percent} der Punkte erwarten',
    time: 'Zeit pro Stellung',
    noLimit: 'Unbegrenzt',
    seconds: '{count, plural, one {# Sekunde} other {# Sekunden}}',
    refused: 'Diese Stellung gehört zu deiner laufenden Partie. Die Engine wartet, bis die Partie zu Ende ist.',
    failed: 'Die Engine läuft auf diesem Gerät nicht. Lade die Seite neu, um es noch einmal zu versuchen.',
  },
  /** Kind of mistake that a move was. */
  judged: {
    inaccuracy: 'Ungenauigkeit',
    mistake: 'Fehler',
    blunder: 'Grober Fehler',
    missed_win: 'Verpasster Sieg',
  },
  mistakes: {
    inaccuracy: '{count, plural, one {# Ungenauigkeit} other {# Ungenauigkeiten}}',
    mistake: '{count, plural, one {# Fehler} other {# Fehler}}',
    blunder: '{count, plural, one {# grober Fehler} other {# grobe Fehler}}',
    missed_win: '{count, plural, one {# verpasster Sieg} other {# verpasste Siege}}',
  },
  /** Evaluation of the position, by side. */
  score: {
    even: 'Ausgeglichen',
    slight: 'Leichter Vorteil für {side}',
    clear: 'Klarer Vorteil für {side}',
    decisive: 'Entscheidender Vorteil für {side}',
    behind: '{side} im Nachteil',
    win: '{count, plural, one {Erzwungener Sieg für {side} in # Zug} other {Erzwungener Sieg für {side} in # Zügen}}',
    loss: '{count, plural, one {Erzwungene Niederlage für {side} in # Zug} other {Erzwungene Niederlage für {side} in # Zügen}}',
    won: '{count, plural, one {{side} hat gewonnen} other {{side} haben gewonnen}}',
    draw: 'Remis',
    both: '{words} ({number})',
  },
} satisfies Translation<typeof en>;
