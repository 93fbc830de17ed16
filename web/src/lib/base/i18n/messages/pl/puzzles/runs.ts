import type { Translation } from '../../message';
import type en from '../../en/puzzles/runs';

export default {
  runKind: {
    streak: 'Seria',
    storm: 'Burza',
  },
  runRules: {
    streak: 'Rozwiązuj zadanie za zadaniem. Są coraz trudniejsze, a pierwszy błąd kończy serię.',
    storm: 'Rozwiąż jak najwięcej zadań w trzy minuty. Są coraz trudniejsze, a każdy błąd kosztuje dziesięć sekund.',
  },
  runMistake: {
    streak: 'To nie ten ruch. Koniec serii.',
    storm: 'To nie ten ruch. Tracisz dziesięć sekund.',
  },
  run: {
    start: 'Zacznij',
    again: 'Jeszcze raz',
    score: 'Wynik',
    clock: 'Pozostały czas',
    best: 'Twój najlepszy wynik: {score, number}',
    scored: '{score, plural, one {# rozwiązane zadanie} few {# rozwiązane zadania} many {# rozwiązanych zadań} other {# rozwiązanego zadania}}',
    tooFast: 'Ta seria była szybsza, niż człowiek potrafi klikać, więc nie liczy się do najlepszych wyników.',
    record: 'To twój nowy rekord!',
    marks: 'Zadania z tej próby',
    noMarks: 'Ptaszek za każde rozwiązane zadanie, krzyżyk za każdy błąd.',
    retry: 'Otwórz zadanie, aby spróbować jeszcze raz.',
    stop: 'Zakończ',
    toBeat: 'Rekord: {score, number}',
  },
  leaders: {
    title: 'Najlepsze wyniki',
    period: 'Okres',
    today: 'Dzisiaj',
    ever: 'Wszech czasów',
    rank: 'Miejsce',
    player: 'Gracz',
    score: 'Wynik',
    none: 'Nie ma jeszcze wyników.',
    signUp: 'Załóż konto, aby pojawić się na tej liście',
  },
} satisfies Translation<typeof en>;
