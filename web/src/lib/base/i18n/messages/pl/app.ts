import type en from '../en/app';
import type { Translation } from '../message';

export default {
  app: {
    title: '{page} – {site}',
    titleCount: '({count, number}) {page} – {site}',
  },
  nav: {
    label: 'Menu główne',
    skip: 'Przejdź do treści',
    home: 'Graj',
    games: 'Partie',
    tournaments: 'Turnieje',
    puzzles: 'Zadania',
    players: 'Gracze',
    learn: 'Nauka',
    finished: 'Historia partii',
    logIn: 'Zaloguj się',
    signUp: 'Załóż konto',
    settings: 'Ustawienia',
    menu: 'Menu',
  },
  language: {
    label: 'Język',
    failed: 'Nie udało się wczytać języka. Spróbuj ponownie za chwilę.',
  },
  connection: {
    open: 'Połączono',
    latency: 'Połączono, ping {ms, number} ms',
    connecting: 'Łączenie…',
    doubtful: 'Serwer nie odpowiada…',
    waiting: 'Ponowne łączenie…',
    lost: 'Utracono połączenie.',
    again: 'Połączono ponownie.',
    moves: '{count, plural, one {# niewysłany ruch} few {# niewysłane ruchy} many {# niewysłanych ruchów} other {# niewysłanego ruchu}}',
    actions: '{count, plural, one {# niewysłana czynność} few {# niewysłane czynności} many {# niewysłanych czynności} other {# niewysłanej czynności}}',
    foreign: 'Ta strona jest nieaktualna. Wczytaj ją ponownie, aby grać dalej.',
    newer: 'Jest nowa wersja.',
    reload: 'Wczytaj ponownie',
    tryNow: 'Spróbuj teraz',
    lostClocks: 'Utracono połączenie. Zegary mogą być nieaktualne.',
    local: 'Na jednym urządzeniu',
  },
  toast: {
    dismiss: 'Zamknij',
  },
  unloaded: {
    title: 'Nie udało się wczytać tej strony',
    text: 'Możesz być offline albo strona została właśnie zaktualizowana. Spróbuj ponownie za chwilę.',
    reload: 'Wczytaj ponownie',
    retry: 'Spróbuj ponownie',
  },
} satisfies Translation<typeof en>;
