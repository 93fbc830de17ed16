import type en from '../../en/evaluation/evaluation';
import type { Translation } from '../../message';

export default {
  evaluation: {
    analyse: 'Analiza komputerowa',
    heading: 'Analiza komputerowa',
    coming: 'Analizowane pozycje: {done, number} z {all, number}',
    done: 'Analiza jest gotowa.',
    graph: 'Ocena (im wyżej, tym lepiej dla strony: {side})',
    at: 'Ruch {ply, number} z {last, number}: {score}',
    unknown: 'Jeszcze bez analizy',
    shares: 'Szanse trzech graczy na wygraną',
    best: 'Najlepszy wariant:',
    better: '{mistake}. Lepiej:',
    back: 'Wróć do partii',
    counts: 'Błędy graczy',
    player: 'Gracz',
    countOf: '{name}: {count}. Przejdź do następnego ruchu tego rodzaju',
    tooMany: 'Dwie twoje partie są już analizowane. Spróbuj ponownie, gdy jedna analiza będzie gotowa.',
    ask: 'Oceń pozycję',
    thinking: 'Komputer myśli…',
    depth: `{count, plural,
      one {Głębokość #}
      few {Głębokość #}
      many {Głębokość #}
      other {Głębokość #}
    } · pozycje: {nodes, number}`,
  },
  /** The engine in the browser. */
  engine: {
    switch: 'Silnik',
    depth: 'Głębokość {depth, number}',
    speed: 'Tysiące pozycji na sekundę: {thousands, number}',
    bar: 'Oczekiwane punkty strony {side}: {percent}',
    time: 'Czas na pozycję',
    noLimit: 'Bez limitu',
    seconds: '{count, plural, one {# sekunda} few {# sekundy} many {# sekund} other {# sekundy}}',
    refused: 'Ta pozycja należy do twojej trwającej partii. Silnik czeka na jej koniec.',
    failed: 'Silnik nie działa na tym urządzeniu. Wczytaj stronę ponownie, aby spróbować jeszcze raz.',
  },
  /** Kind of mistake that a move was. */
  judged: {
    inaccuracy: 'Niedokładność',
    mistake: 'Błąd',
    blunder: 'Poważny błąd',
    missed_win: 'Przeoczona wygrana',
  },
  mistakes: {
    inaccuracy:
      '{count, plural, one {# niedokładność} few {# niedokładności} many {# niedokładności} other {# niedokładności}}',
    mistake: '{count, plural, one {# błąd} few {# błędy} many {# błędów} other {# błędu}}',
    blunder: '{count, plural, one {# poważny błąd} few {# poważne błędy} many {# poważnych błędów} other {# poważnego błędu}}',
    missed_win: `{count, plural,
      one {# przeoczona wygrana}
      few {# przeoczone wygrane}
      many {# przeoczonych wygranych}
      other {# przeoczonej wygranej}
    }`,
  },
  /** Evaluation of the position, by side. */
  score: {
    even: 'Równa pozycja',
    slight: 'Lekka przewaga: {side}',
    clear: 'Wyraźna przewaga: {side}',
    decisive: 'Decydująca przewaga: {side}',
    behind: 'Gorsza pozycja: {side}',
    win: `{count, plural,
      one {Wymuszona wygrana w # ruchu: {side}}
      few {Wymuszona wygrana w # ruchach: {side}}
      many {Wymuszona wygrana w # ruchach: {side}}
      other {Wymuszona wygrana w # ruchu: {side}}
    }`,
    loss: `{count, plural,
      one {Wymuszona przegrana w # ruchu: {side}}
      few {Wymuszona przegrana w # ruchach: {side}}
      many {Wymuszona przegrana w # ruchach: {side}}
      other {Wymuszona przegrana w # ruchu: {side}}
    }`,
    won: '{count, plural, one {Wygrana: {side}} few {Wygrana: {side}} many {Wygrana: {side}} other {Wygrana: {side}}}',
    draw: 'Remis',
    both: '{words} ({number})',
  },
} satisfies Translation<typeof en>;
