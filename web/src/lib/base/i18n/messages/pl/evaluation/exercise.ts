import type en from '../../en/evaluation/exercise';
import type { Translation } from '../../message';

export default {
  /** Exercises from the mistakes of a game. */
  exercise: {
    own: 'Ucz się na swoich błędach',
    of: `{color, select,
      black {Ucz się na błędach czarnych}
      white {Ucz się na błędach białych}
      red {Ucz się na błędach czerwonych}
      yellow {Ucz się na błędach żółtych}
    }`,
    choose: 'Ucz się na błędach strony:',
    number: 'Błąd {number, number} z {count, number}',
    played: '{mistake}: zagrano {move}.',
    asked: `{color, select,
      black {Znajdź lepszy ruch dla czarnych.}
      white {Znajdź lepszy ruch dla białych.}
      red {Znajdź lepszy ruch dla czerwonych.}
      yellow {Znajdź lepszy ruch dla żółtych.}
    }`,
    checking: 'Komputer sprawdza twój ruch…',
    wrong: 'Jest lepszy ruch. Spróbuj jeszcze raz!',
    failed: 'Komputer nie mógł sprawdzić tego ruchu. Spróbuj jeszcze raz.',
    best: 'Brawo! To najlepszy ruch.',
    good: 'Brawo! Ten ruch jest mniej więcej tak dobry jak najlepszy: {move}.',
    shown: 'Najlepszy ruch to {move}.',
    away: 'Oglądasz inną pozycję.',
    back: 'Wróć do błędu',
    solution: 'Pokaż rozwiązanie',
    skip: 'Pomiń',
    next: 'Dalej',
    summary: `{count, plural,
      one {Lepszy ruch znaleziony w {found, number} z # przypadku.}
      few {Lepszy ruch znaleziony w {found, number} z # przypadków.}
      many {Lepszy ruch znaleziony w {found, number} z # przypadków.}
      other {Lepszy ruch znaleziony w {found, number} z # przypadku.}
    }`,
    again: 'Jeszcze raz',
    close: 'Wróć do analizy',
  },
} satisfies Translation<typeof en>;
