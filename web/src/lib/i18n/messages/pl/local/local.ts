import type en from '../../en/local/local';
import type { Translation } from '../../message';

export default {
  local: {
    title: 'Przy jednym ekranie',
    intro: 'Wszyscy grają na tym urządzeniu. Nie potrzeba serwera ani sieci.',
    computer: 'Nikogo obok? Zagraj z komputerem',
    mode: 'Gracze',
    layout: 'Ustawienie początkowe',
    allLayouts: 'Pokaż wszystkie ({count, number})',
    fewerLayouts: 'Pokaż mniej',
    clock: 'Czas do namysłu',
    turning: 'Obracaj planszę do gracza, którego jest ruch',
    start: 'Zacznij grę',
    goOn: 'Wróć do gry',
    paused: 'Zegary stoją.',
    resume: 'Graj dalej',
    pause: 'Pauza',
    trouble: 'Nie nadszedł ruch: {name}.',
    askAgain: 'Spróbuj ponownie',
    takeBack: 'Cofnij ruch',
    draw: 'Remis',
    drawTitle: 'Czy to remis?',
    drawText: 'Jeśli wszyscy się zgadzają, gra kończy się bez zwycięzcy.',
    agree: 'Wszyscy się zgadzają',
    resign: 'Poddaj grę',
    resignTitle: 'Kto się poddaje?',
    resignBoth: '{names}: oboje chcecie się poddać?',
    resignBothText: 'Partnerzy poddają się tylko razem. Partia się wtedy kończy.',
    resigns: `{count, plural,
      one {Poddaje się {names}}
      few {Poddają się {names}}
      many {Poddają się {names}}
      other {Poddają się {names}}
    }`,
    cancel: 'Graj dalej',
    again: 'Zagraj jeszcze raz',
    newGame: 'Inna gra',
  },
} satisfies Translation<typeof en>;
