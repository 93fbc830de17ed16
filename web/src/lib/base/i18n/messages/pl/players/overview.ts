import type en from '../../en/players/overview';
import type { Translation } from '../../message';

export default {
  overview: {
    players: '{count, plural, one {# gracz online} few {# graczy online} many {# graczy online} other {# gracza online}}',
    games: '{count, plural, one {trwa # partia} few {trwają # partie} many {trwa # partii} other {trwa # partii}}',
    live: 'Trwające partie',
    noneLive: 'Nie trwa teraz żadna publiczna partia. Twoja może być pierwsza.',
    moreLive: '{count, plural, one {i jeszcze jedna} few {i jeszcze #} many {i jeszcze #} other {i jeszcze #}}',
    since: 'Od twojej ostatniej wizyty',
    won: 'Wygrana – {names}',
    lost: 'Przegrana – {names}',
    drawn: 'Remis – {names}',
    place: '{name}: miejsce {place, number}',
    over: '{name}: koniec turnieju',
    followers: '{count, plural, one {# nowy obserwujący} few {# nowych obserwujących} many {# nowych obserwujących} other {# nowego obserwującego}}',
    friends: 'Znajomi online',
    noFriends: 'Nikt z obserwowanych graczy nie jest teraz online.',
    find: 'Znajdź graczy',
    ratings: 'Twoje rankingi',
    today: 'dziś {change}',
    daily: 'Zadanie dnia',
    solve: 'Rozwiąż',
    all: 'Wszystkie turnieje',
  },
} satisfies Translation<typeof en>;
