import type en from '../en/app';
import type { Translation } from '../message';

export default {
  app: {
    name: 'Sumito',
    title: '{page} – Sumito',
    titleCount: '({count, number}) {page} – Sumito',
  },
  nav: {
    label: 'Menu główne',
    skip: 'Przejdź do treści',
    play: 'Graj',
    games: 'Partie',
    tournaments: 'Turnieje',
    learn: 'Nauka',
    finished: 'Twoje zakończone partie',
    logIn: 'Zaloguj się',
    signUp: 'Załóż konto',
    settings: 'Ustawienia',
    menu: 'Menu',
  },
  language: {
    label: 'Język',
    failed: 'Nie udało się wczytać języka. Spróbuj za chwilę.',
  },
  connection: {
    open: 'Połączono',
    latency: 'Połączono, odpowiedź po {ms, number} ms',
    connecting: 'Łączenie…',
    doubtful: 'Serwer nie odpowiada…',
    waiting: 'Ponowne łączenie…',
    lost: 'Brak połączenia z serwerem. Zegary mogą się mylić.',
    again: 'Połączono ponownie.',
    moves: '{count, plural, one {# ruch czeka na wysłanie} few {# ruchy czekają na wysłanie} many {# ruchów czeka na wysłanie} other {# ruchu czeka na wysłanie}}',
    actions: '{count, plural, one {# czynność czeka na wysłanie} few {# czynności czekają na wysłanie} many {# czynności czeka na wysłanie} other {# czynności czeka na wysłanie}}',
    foreign: 'Ta strona nie pasuje już do serwera. Wczytaj ją ponownie, aby grać dalej.',
    newer: 'Jest nowa wersja.',
    reload: 'Wczytaj ponownie',
    tryNow: 'Spróbuj teraz',
  },
  toast: {
    dismiss: 'Zamknij',
  },
  unloaded: {
    title: 'Nie udało się wczytać tej strony',
    text: 'Może nie ma sieci albo jest nowa wersja strony. Spróbuj za chwilę.',
    reload: 'Wczytaj ponownie',
    retry: 'Spróbuj ponownie',
  },
  embed: {
    open: 'Otwórz w serwisie {site}',
  },
  unknown: {
    title: 'Poza planszą',
    text: 'Pod tym adresem nic nie ma. Może jest w nim literówka, a może coś go wypchnęło z planszy.',
  },
} satisfies Translation<typeof en>;
