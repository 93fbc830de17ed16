import type en from '../en/room';
import type { Translation } from '../message';

export default {
  room: {
    title: 'Partia',
    loading: 'Otwieranie partii…',
    waitingTitle: 'Czekamy',
    yourTurnTitle: 'Twój ruch',
    closed: 'Tę partię odwołano',
    closedText: 'Stało się to, zanim się zaczęła.',
    notFound: 'Nie ma takiej partii',
    notFoundText: 'Może link jest niepełny, a może partię odwołano, zanim się zaczęła.',
    toLobby: 'Wróć do listy gier',
    yourTurn: 'Twój ruch',
    turnOf: 'Ruch: {name}',
    turnOfColor: '{color, select, black {Ruch czarnych} white {Ruch białych} red {Ruch czerwonych} yellow {Ruch żółtych}}',
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
    computer_waits: 'Komputer czeka, aż serwer będzie miał dla niego czas.{clock, select, none {} other { Jego zegar idzie.}}',
    stopping: 'Serwer wstrzymuje partię. Zegary stoją, dopóki nie ruszy dalej.',
  },
} satisfies Translation<typeof en>;
