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
    ladder: 'Elk niveau wint 8 of 9 van de 10 partijen van het niveau eronder.',
  },
  /** Playing strength of a computer, in a word. */
  strength: {
    '1': 'beginner',
    '2': 'makkelijk',
    '3': 'recreatief',
    '4': 'gemiddeld',
    '5': 'gevorderd',
    '6': 'sterk',
    '7': 'expert',
    '8': 'meester',
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
