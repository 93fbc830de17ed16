import type en from '../en/room';
import type { Translation } from '../message';

export default {
  room: {
    title: 'Partia',
    loading: 'Otwieranie partii…',
    waitingTitle: 'Czekamy',
    yourTurnTitle: 'Twój ruch',
    closed: 'Partia odwołana',
    closedText: 'Odwołano ją, zanim się zaczęła.',
    notFound: 'Nie znaleziono partii',
    notFoundText: 'Może link jest niepełny, a może partię odwołano, zanim się zaczęła.',
    toLobby: 'Wróć do lobby',
    yourTurn: 'Twój ruch',
    turnOf: 'Ruch: {name}',
    turnOfColor: '{color, select, black {Ruch czarnych} white {Ruch białych} red {Ruch czerwonych} yellow {Ruch żółtych}}',
    looking: 'oglądasz ruch {ply, number} z {last, number}',
    back: 'Do najnowszego ruchu',
    watching: 'Oglądasz partię',
    watchingLate: 'Oglądasz, opóźnienie: {delay}',
    boardLabel: 'Plansza. Kule: {counts}.',
    elsewhere: 'Grasz tę partię w innym oknie.',
    takeOver: 'Graj tutaj',
    firstMove: 'Czas na pierwszy ruch: {time}',
    out: 'Odpadasz z gry. Pozostali grają dalej.',
    marbles: `{color, select,
      black {czarne {count, number}}
      white {białe {count, number}}
      red {czerwone {count, number}}
      yellow {żółte {count, number}}
    }`,
  },
  notice: {
    storage_unavailable: 'Serwer nie może teraz zapisywać ruchów. Zegary stoją, dopóki to nie wróci do normy.',
    room_unreachable: 'Połączenie z serwerem tej partii jest przerwane. Partia jest wstrzymana i zostanie wznowiona automatycznie.',
    player_unreachable: 'Brak połączenia z serwerem gracza, na którego kolej. Partia jest wstrzymana i zostanie wznowiona automatycznie.',
    room_lost: 'Partię przerwał problem z serwerem. Zostanie wznowiona automatycznie.',
    computer_waits: 'Serwer jest zajęty, dlatego ruch komputera się opóźnia.{clock, select, none {} other { Jego zegar idzie dalej.}}',
    stopping: 'Serwer wstrzymał partię. Zegary stoją, dopóki nie ruszy dalej.',
  },
} satisfies Translation<typeof en>;
