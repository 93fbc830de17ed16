import type en from '../../en/players/overview';
import type { Translation } from '../../message';

export default {
  overview: {
    players: '{count, plural, one {# Spieler online} other {# Spieler online}}',
    games: '{count, plural, one {# Partie läuft} other {# Partien laufen}}',
    live: 'Laufende Partien',
    noneLive: 'Gerade läuft keine öffentliche Partie. Deine könnte die erste sein.',
    moreLive: '{count, plural, one {und eine weitere} other {und # weitere}}',
    since: 'Seit deinem letzten Besuch',
    won: 'Du hast gegen {names} gewonnen',
    lost: 'Du hast gegen {names} verloren',
    drawn: 'Remis gegen {names}',
    place: '{name}: Platz {place, number}',
    over: '{name} ist zu Ende',
    followers: '{count, plural, one {# Spieler folgt dir jetzt} other {# Spieler folgen dir jetzt}}',
    friends: 'Freunde online',
    noFriends: 'Von den Spielern, denen du folgst, ist gerade keiner online.',
    find: 'Spieler suchen',
    ratings: 'Deine Wertungen',
    today: 'heute {change}',
    daily: 'Aufgabe des Tages',
    solve: 'Jetzt lösen',
    all: 'Alle Turniere',
  },
} satisfies Translation<typeof en>;
