import type en from '../../en/computer/computer';
import type { Translation } from '../../message';

export default {
  computer: {
    title: 'Tegen de computer',
    level: 'Niveau',
    named: 'Niveau {level, number}: {word}',
    play: 'Spelen',
    add: 'Erbij',
    addAs: `{color, select,
      black {Computer erbij, met zwart}
      white {Computer erbij, met wit}
      red {Computer erbij, met rood}
      yellow {Computer erbij, met geel}
    }`,
    remove: 'Weghalen',
    removeFrom: `{color, select,
      black {Weghalen: de computer met zwart}
      white {Weghalen: de computer met wit}
      red {Weghalen: de computer met rood}
      yellow {Weghalen: de computer met geel}
    }`,
    ask: 'Hoe sterk moet hij zijn?',
    instead: 'Of speel tegen de computer',
  },
  /** How strong a computer plays, in a word. */
  strength: {
    '1': 'voor beginners',
    '2': 'makkelijk',
    '3': 'ontspannen',
    '4': 'gemiddeld',
    '5': 'gevorderd',
    '6': 'sterk',
    '7': 'heel sterk',
    '8': 'meesterlijk',
  },
  /** Programs of others. */
  bot: {
    opponent: 'Tegenstander',
    bot: 'Bot',
    computer: 'Computer',
    games: '{count, plural, =0 {vrij} one {# partij} other {# partijen}}',
    noneFits: 'Geen bot die er is, neemt zo’n partij aan.',
  },
} satisfies Translation<typeof en>;
