import type en from '../../en/local/local';
import type { Translation } from '../../message';

export default {
  local: {
    title: 'Na jednym urządzeniu',
    intro: 'Ludzie i komputery grają na tym urządzeniu. Działa też offline.',
    computer: 'Zagraj z komputerem online',
    mode: 'Liczba graczy',
    seats: 'Kto gra?',
    person: 'Człowiek',
    layout: 'Ustawienie',
    allLayouts: 'Pokaż wszystkie ({count, number})',
    fewerLayouts: 'Pokaż mniej',
    clock: 'Tempo gry',
    turning: 'Obracaj planszę do gracza, który ma ruch',
    start: 'Zacznij partię',
    goOn: 'Wróć do partii',
    paused: 'Zegary są zatrzymane.',
    resume: 'Wznów',
    pause: 'Pauza',
    trouble: '{name}: ruch nie został wykonany.',
    askAgain: 'Spróbuj ponownie',
    takeBack: 'Cofnij',
    hint: 'Podpowiedź',
    hintSearch: 'Szukam dobrego ruchu…',
    hintMove: 'Zagraj {move}.',
    hintFailed: 'Nie ma podpowiedzi. Spróbuj ponownie.',
    draw: 'Remis',
    drawTitle: 'Zgadzacie się na remis?',
    drawText: 'Partia skończy się remisem, jeśli wszyscy się zgodzą.',
    agree: 'Wszyscy się zgadzają',
    resign: 'Poddaj partię',
    resignTitle: 'Kto się poddaje?',
    resignAlone: 'Chcesz poddać partię?',
    resignBoth: '{names}: oboje poddajecie partię?',
    resignBothText: 'Partnerzy mogą poddać się tylko razem. To kończy partię.',
    resigns: `{count, plural,
      one {Poddaje się {names}}
      few {Poddają się {names}}
      many {Poddają się {names}}
      other {Poddają się {names}}
    }`,
    cancel: 'Graj dalej',
    again: 'Zagraj jeszcze raz',
    newGame: 'Nowa partia',
  },
} satisfies Translation<typeof en>;
