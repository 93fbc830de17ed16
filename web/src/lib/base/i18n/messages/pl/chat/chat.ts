import type en from '../../en/chat/chat';
import type { Translation } from '../../message';

export default {
  chat: {
    title: 'Czat',
    place: '{place, select, players {Gracze} spectators {Widzowie} tournament {Turniej} club {Czat klubu} other {Lobby}}',
    unread: 'nowe: {count, number}',
    close: 'Zamknij',
    log: 'Wiadomości',
    empty: 'Nie ma jeszcze wiadomości.',
    field: 'Powiedz coś',
    send: 'Wyślij',
    presets: 'Szybkie wiadomości, które każdy czyta w swoim języku',
    about: 'Opcje wiadomości gracza {name}',
    block: 'Zablokuj gracza {name}',
    blocked: 'Nie zobaczysz już wiadomości gracza {name}.',
    why: 'Co jest nie tak z tą wiadomością?',
    report: 'Zgłoś moderatorom',
    reported: 'Zgłoszono. Moderatorzy się tym zajmą.',
    remove: 'Usuń wiadomość',
    clear: 'Usuń wszystkie wiadomości gracza {name}',
    removed: 'Usunięto.',
    mutedUntil: 'Moderatorzy wyciszyli cię do {when}.',
    refused: {
      empty: 'Twoja wiadomość jest pusta.',
      length: 'Ta wiadomość jest za długa.',
      link: 'Nowi goście nie mogą wysyłać linków. Załóż konto albo spróbuj jutro.',
      offensive: 'Wiadomości nie wysłano. Zachowaj na czacie życzliwość.',
    },
  },
  preset: {
    hello: 'Cześć!',
    good_luck: 'Powodzenia!',
    have_fun: 'Miłej zabawy!',
    well_played: 'Dobrze zagrane!',
    good_game: 'Dobra partia!',
    thanks: 'Dziękuję!',
    one_moment: 'Chwileczkę, proszę.',
    sorry: 'Przepraszam!',
    have_to_go: 'Muszę iść.',
    goodbye: 'Do widzenia!',
  },
} satisfies Translation<typeof en>;
