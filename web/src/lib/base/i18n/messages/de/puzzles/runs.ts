import type { Translation } from '../../message';
import type en from '../../en/puzzles/runs';

export default {
  runKind: {
    streak: 'Serie',
    storm: 'Sturm',
  },
  runRules: {
    streak: 'Löse eine Aufgabe nach der anderen. Sie werden immer schwerer, und beim ersten Fehler ist die Serie zu Ende.',
    storm: 'Löse in drei Minuten so viele Aufgaben, wie du kannst. Sie werden immer schwerer, und jeder Fehler kostet zehn Sekunden.',
  },
  runMistake: {
    streak: 'Das ist nicht der richtige Zug. Deine Serie ist zu Ende.',
    storm: 'Das ist nicht der richtige Zug. Zehn Sekunden weniger.',
  },
  run: {
    start: 'Starten',
    again: 'Noch einmal',
    score: 'Punkte',
    clock: 'Verbleibende Zeit',
    best: 'Dein bestes Ergebnis: {score, number}',
    scored: '{score, plural, one {# Aufgabe gelöst} other {# Aufgaben gelöst}}',
    tooFast: 'Dieser Lauf war schneller, als ein Mensch klicken kann. Er zählt deshalb nicht für die besten Ergebnisse.',
    record: 'Das ist dein neues bestes Ergebnis!',
    marks: 'Aufgaben dieses Laufs',
    noMarks: 'Ein Haken für jede gelöste Aufgabe, ein Kreuz für jeden Fehler.',
    retry: 'Öffne eine Aufgabe, um sie noch einmal zu versuchen.',
    stop: 'Lauf beenden',
    toBeat: 'Rekord: {score, number}',
  },
  leaders: {
    title: 'Beste Ergebnisse',
    period: 'Zeitraum',
    today: 'Heute',
    ever: 'Aller Zeiten',
    rank: 'Rang',
    player: 'Spieler',
    score: 'Punkte',
    none: 'Noch keine Ergebnisse.',
    signUp: 'Registriere dich, um hier zu stehen',
  },
} satisfies Translation<typeof en>;
