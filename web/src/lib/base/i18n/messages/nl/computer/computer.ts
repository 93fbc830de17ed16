import type en from '../../en/computer/computer';
import type { Translation } from '../../message';

export default {
  computer: {
    title: 'Tegen de computer',
    level: 'Niveau',
    named: 'Niveau {level, number}: {word}',
    play: 'Spelen',
    add: 'Toevoegen',
    addAs: `{color, select,
      black {Computer met zwart toevoegen}
      white {Computer met wit toevoegen}
      red {Computer met rood toevoegen}
      yellow {Computer met geel toevoegen}
    }`,
    remove: 'Verwijderen',
    removeFrom: `{color, select,
      black {Computer met zwart verwijderen}
      white {Computer met wit verwijderen}
      red {Computer met rood verwijderen}
      yellow {Computer met geel verwijderen}
    }`,
    ask: 'Hoe sterk moet hij zijn?',
    instead: 'Of speel tegen de computer',
    ladder: 'Elk niveau wint ongeveer 3 van de 4 partijen van het niveau eronder.',
    coach: 'Met een coach spelen',
    coachText: 'Tips op verzoek en een waarschuwing na een fout. Deze partijen tellen niet mee.',
  },
  /** Playing strength of a computer, in a word. */
  strength: {
    '1': 'eerste stappen',
    '2': 'beginner',
    '3': 'makkelijk',
    '4': 'gelegenheidsspeler',
    '5': 'recreatief',
    '6': 'gemiddeld',
    '7': 'geoefend',
    '8': 'gevorderd',
    '9': 'sterk',
    '10': 'expert',
    '11': 'meester',
    '12': 'volle kracht',
  },
  /** Programs of others. */
  bot: {
    opponent: 'Tegenstander',
    bot: 'Bot',
    computer: 'Computer',
    games: '{count, plural, =0 {beschikbaar} one {in # partij} other {in # partijen}}',
    noneFits: 'Geen bot die online is, neemt deze instellingen aan.',
  },
} satisfies Translation<typeof en>;
