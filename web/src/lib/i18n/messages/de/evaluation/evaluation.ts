import type en from '../../en/evaluation/evaluation';
import type { Translation } from '../../message';

export default {
  evaluation: {
    analyse: 'Vom Computer analysieren',
    heading: 'Was der Computer sagt',
    coming: 'Der Computer analysiert: {done, number} von {all, plural, one {# Stellung} other {# Stellungen}}',
    done: 'Die Analyse ist fertig.',
    graph: 'Bewertung, je höher, desto besser für {side}',
    at: 'Zug {ply, number} von {last, number}: {score}',
    unknown: 'Noch nicht analysiert',
    three:
      'Zu dritt zeigt der Computer nur die besten Züge: Was für jemanden schlecht ist, muss für niemand anderen gut sein.',
    best: 'Am besten ab hier:',
    better: '{mistake}. Besser:',
    back: 'Zurück zur Partie',
    counts: 'Fehler aller Beteiligten',
    player: 'Name',
    countOf: '{name}: {count}. Weiter zum nächsten Zug dieser Art',
    tooMany: 'Zwei deiner Partien werden schon analysiert. Versuch es noch einmal, wenn eine davon fertig ist.',
    ask: 'Was sagt der Computer?',
    thinking: 'Der Computer denkt nach …',
    depth: '{count, plural, one {# Zug vorausgesehen} other {# Züge vorausgesehen}} · {nodes, plural, one {# Stellung} other {# Stellungen}}',
  },
  /** What kind of mistake a move was. */
  judged: {
    inaccuracy: 'Ungenauigkeit',
    mistake: 'Fehler',
    blunder: 'Grober Fehler',
    missed_win: 'Verpasster Gewinn',
  },
  mistakes: {
    inaccuracy: '{count, plural, one {# Ungenauigkeit} other {# Ungenauigkeiten}}',
    mistake: '{count, plural, one {# Fehler} other {# Fehler}}',
    blunder: '{count, plural, one {# grober Fehler} other {# grobe Fehler}}',
    missed_win: '{count, plural, one {# verpasster Gewinn} other {# verpasste Gewinne}}',
  },
  /** Who stands how well. */
  score: {
    even: 'Ausgeglichen',
    slight: 'Leichter Vorteil: {side}',
    clear: 'Klarer Vorteil: {side}',
    decisive: 'Entscheidender Vorteil: {side}',
    behind: 'Im Nachteil: {side}',
    win: '{count, plural, one {Erzwungener Gewinn in # Zug: {side}} other {Erzwungener Gewinn in # Zügen: {side}}}',
    loss: '{count, plural, one {Erzwungener Verlust in # Zug: {side}} other {Erzwungener Verlust in # Zügen: {side}}}',
    both: '{words} ({number})',
  },
} satisfies Translation<typeof en>;
