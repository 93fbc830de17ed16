import type en from '../../en/chat/chat';
import type { Translation } from '../../message';

export default {
  chat: {
    title: 'Czat',
    place: '{place, select, players {Gracze} spectators {Widzowie} tournament {Turniej} other {Poczekalnia}}',
    unread: 'nowe: {count, number}',
    close: 'Zamknij',
    log: 'Co powiedziano',
    empty: 'Nikt jeszcze nic nie powiedział.',
    field: 'Powiedz coś',
    send: 'Wyślij',
    presets: 'Każdy czyta to w swoim języku',
    about: 'O tej wypowiedzi gracza {name}',
    block: 'Nie pokazuj wypowiedzi gracza {name}',
    blocked: 'Nie widzisz już, co pisze {name}.',
    why: 'Co jest z nią nie tak?',
    report: 'Zgłoś moderatorom',
    reported: 'Moderatorzy to przeczytają.',
    remove: 'Usuń tę wypowiedź',
    clear: 'Usuń wszystkie wypowiedzi gracza {name}',
    removed: 'Usunięto.',
    mutedUntil: 'Moderatorzy wyciszyli cię do {when}.',
    refused: {
      empty: 'Nie ma tu nic do przeczytania.',
      length: 'To za długie na jedną wypowiedź.',
      link: 'Nowi goście nie mogą wysyłać linków. Załóż konto albo poczekaj jeden dzień.',
      offensive: 'Takich słów się tu nie używa.',
    },
  },
  preset: {
    hello: 'Cześć!',
    good_luck: 'Powodzenia!',
    have_fun: 'Miłej zabawy!',
    well_played: 'Dobrze zagrane!',
    good_game: 'Dobra gra!',
    thanks: 'Dziękuję!',
    one_moment: 'Chwileczkę, proszę.',
    sorry: 'Przepraszam!',
    have_to_go: 'Muszę już iść.',
    goodbye: 'Do widzenia!',
  },
} satisfies Translation<typeof en>;
