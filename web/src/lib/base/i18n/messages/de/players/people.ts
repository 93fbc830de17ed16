import type { Translation } from '../../message';
import type en from '../../en/players/people';

export default {
  chart: {
    span: 'Zeitraum',
    month: 'Monat',
    year: 'Jahr',
    all: 'Gesamt',
    show: '{pool} im Diagramm zeigen',
    table: 'Als Tabelle zeigen',
    date: 'Datum',
  },
  distribution: {
    heading: 'Wertungen aller Spieler',
    text: '{players, plural, one {# Spieler mit gefestigter Wertung} other {# Spieler mit gefestigter Wertung}}',
    step: '{from, number} bis {to, number}',
    rating: 'Wertung',
    players: 'Spieler',
    better: 'Besser als {percent} von {players, plural, one {# Spieler} other {# Spielern}}',
  },
  activity: {
    heading: 'Partien im letzten Jahr',
    none: 'Keine beendeten Partien im letzten Jahr.',
    summary: '{games, plural, one {# Partie} other {# Partien}} an {days, plural, one {# Tag} other {# Tagen}}',
    longest: 'am längsten {count, plural, one {# Tag} other {# Tage}} in Folge',
    current: 'zurzeit {count, plural, one {# Tag} other {# Tage}} in Folge',
    day: '{date}: {games, plural, =0 {keine Partien} one {# Partie} other {# Partien}}',
    table: 'Nach Monaten zeigen',
    best: 'Beste Siege',
  },
  face: {
    heading: 'Bild und Land',
    upload: 'Bild hochladen',
    replace: 'Bild ändern',
    remove: 'Bild entfernen',
    country: 'Land',
    noCountry: 'Keines anzeigen',
    hint: 'Für alle sichtbar. PNG, JPEG oder WebP; die Mitte wird zu einem kleinen Quadrat.',
  },
  follows: {
    heading: 'Sie folgen dir',
    friend: 'Befreundet',
    since: 'seit {date}',
    friends: '{count, plural, one {# Freundschaft} other {# Freundschaften}}',
    following: 'folgt {count, number}',
    followers: '{count, plural, one {# Follower} other {# Follower}}',
    show: 'Listen zeigen',
  },
  compare: {
    open: 'Mit mir vergleichen',
    title: '{one} und {other}',
    games: 'Partien gegeneinander',
    none: 'Die beiden haben noch nicht gegeneinander gespielt.',
    view: 'Aus der Sicht von {name}',
    list: 'Diese Partien zeigen',
  },
} as const satisfies Translation<typeof en>;
