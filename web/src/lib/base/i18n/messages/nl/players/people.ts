import type { Translation } from '../../message';
import type en from '../../en/players/people';

export default {
  chart: {
    span: 'Periode',
    month: 'Maand',
    year: 'Jaar',
    all: 'Alles',
    show: '{pool} in de grafiek tonen',
    table: 'Als tabel tonen',
    date: 'Datum',
  },
  distribution: {
    heading: 'Ratings van alle spelers',
    text: '{players, plural, one {# speler met een vaste rating} other {# spelers met een vaste rating}}',
    step: '{from, number} tot {to, number}',
    rating: 'Rating',
    players: 'Spelers',
    better: 'Beter dan {percent} van {players, plural, one {# speler} other {# spelers}}',
  },
  activity: {
    heading: 'Partijen in het afgelopen jaar',
    none: 'Geen gespeelde partijen in het afgelopen jaar.',
    summary: '{games, plural, one {# partij} other {# partijen}} op {days, plural, one {# dag} other {# dagen}}',
    longest: 'langste reeks: {count, plural, one {# dag} other {# dagen}}',
    current: 'huidige reeks: {count, plural, one {# dag} other {# dagen}}',
    day: '{date}: {games, plural, =0 {geen partijen} one {# partij} other {# partijen}}',
    table: 'Per maand tonen',
    best: 'Beste overwinningen',
  },
  face: {
    heading: 'Foto en land',
    upload: 'Foto uploaden',
    replace: 'Foto wijzigen',
    remove: 'Foto verwijderen',
    country: 'Land',
    noCountry: 'Geen tonen',
    hint: 'Voor iedereen zichtbaar. PNG, JPEG of WebP; het midden wordt een klein vierkant.',
  },
  follows: {
    heading: 'Je volgers',
    friend: 'Vriend',
    since: 'sinds {date}',
    friends: '{count, plural, one {# vriend} other {# vrienden}}',
    following: 'volgt {count, number}',
    followers: '{count, plural, one {# volger} other {# volgers}}',
    show: 'Lijsten tonen',
  },
  compare: {
    open: 'Vergelijken met mij',
    title: '{one} en {other}',
    games: 'Partijen tegen elkaar',
    none: 'Ze hebben nog niet tegen elkaar gespeeld.',
    view: 'Gezien vanuit {name}',
    list: 'Deze partijen tonen',
  },
} as const satisfies Translation<typeof en>;
