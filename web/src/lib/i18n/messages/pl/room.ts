import type en from '../en/room';
import type { Translation } from '../message';

export default {
  room: {
    title: 'Partia',
    loading: 'Otwieranie partii…',
    waiting: 'Czekamy na przeciwnika',
    waitingTitle: 'Czekamy',
    yourTurnTitle: 'Twój ruch',
    invite: 'Wyślij ten link osobie, z którą chcesz zagrać. Partia zacznie się, gdy dołączy.',
    link: 'Link do tej partii',
    copy: 'Kopiuj',
    copied: 'Skopiowano',
    selected: 'Link jest zaznaczony: skopiuj go klawiaturą albo długim naciśnięciem.',
    share: 'Udostępnij',
    code: 'Pokaż kod',
    codeLabel: 'Kod QR z linkiem do tej partii',
    codeText: 'Zeskanuj telefonem, aby dołączyć.',
    watchers: 'Widzowie widzą partię',
    late: 'z opóźnieniem: {delay}',
    leave: 'Odwołaj partię',
    open: '{name} czeka na przeciwnika',
    join: 'Dołącz do partii',
    justWatch: 'Albo zostań i oglądaj: partia pojawi się tutaj, gdy tylko się zacznie.',
    youPlay: `{color, select,
      black {Grasz czarnymi.}
      white {Grasz białymi.}
      red {Grasz czerwonymi.}
      yellow {Grasz żółtymi.}
    }`,
    closed: 'Tę partię odwołano',
    closedText: 'Stało się to, zanim się zaczęła.',
    notFound: 'Nie ma takiej partii',
    notFoundText: 'Może link jest niepełny, a może partię odwołano, zanim się zaczęła.',
    toLobby: 'Wróć do listy gier',
    yourTurn: 'Twój ruch',
    turnOf: 'Ruch: {name}',
    looking: 'oglądasz ruch {ply, number}',
    back: 'Wróć do partii',
    watching: 'Oglądasz partię',
    watchingLate: 'Oglądasz z opóźnieniem: {delay}',
    boardLabel: 'Plansza. Kule: {counts}.',
    elsewhere: 'Grasz tę partię w innym oknie.',
    takeOver: 'Graj tutaj',
    firstMove: 'Czas na pierwszy ruch: {time}',
    out: 'Odpadasz. Pozostali grają dalej.',
    marbles: `{color, select,
      black {czarne {count, number}}
      white {białe {count, number}}
      red {czerwone {count, number}}
      yellow {żółte {count, number}}
    }`,
    waitingMany: 'Czekamy na graczy',
    inviteMany: 'Wyślij ten link wszystkim, z którymi chcesz zagrać. Partia zacznie się, gdy wszystkie miejsca będą zajęte.',
    openMany: '{name} czeka na graczy',
    seats: 'Miejsca',
    sit: 'Usiądź tutaj',
    sitAs: `{color, select,
      black {Usiądź tutaj i graj czarnymi}
      white {Usiądź tutaj i graj białymi}
      red {Usiądź tutaj i graj czerwonymi}
      yellow {Usiądź tutaj i graj żółtymi}
    }`,
    full: 'Wszystkie miejsca są zajęte. Możesz oglądać.',
    readyTitle: 'Czy wszyscy są gotowi?',
    ready: 'Zgłoś gotowość',
    notReady: 'Cofnij gotowość',
    isReady: 'zgłasza gotowość',
    readyText: 'Partia zacznie się, gdy wszyscy zgłoszą gotowość.',
    giveUp: 'Zwolnij miejsce',
  },
  claim: {
    away: `{count, plural,
      one {{names} – brak połączenia.}
      few {{names} – brak połączenia.}
      many {{names} – brak połączenia.}
      other {{names} – brak połączenia.}
    }`,
    wait: 'Możesz zakończyć partię za {time}',
    ready: 'Nie musisz dłużej czekać.',
    win: 'Ogłoś zwycięstwo',
    draw: 'Ogłoś remis',
  },
  notice: {
    storage_unavailable: 'Serwer nie może teraz zapisywać ruchów. Zegary stoją, dopóki to nie minie.',
    room_lost: 'Partia jest wstrzymana. Ruszy dalej, gdy tylko serwer ją odzyska.',
    computer_waits: 'Komputer czeka, aż serwer będzie mógł za niego myśleć. Jego zegar idzie.',
    stopping: 'Serwer wstrzymuje partię. Zegary stoją, dopóki nie ruszy dalej.',
  },
} satisfies Translation<typeof en>;
