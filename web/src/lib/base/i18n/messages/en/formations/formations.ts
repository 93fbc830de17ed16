export default {
  formations: {
    title: 'Formations',
    none: 'None of the selected formations are on the board.',
    glossary: 'What do these words mean?',
    count: '{word}: {count, number}',
    of: `{color, select,
      black {{word}, Black: {cells}}
      white {{word}, White: {cells}}
      red {{word}, Red: {cells}}
      yellow {{word}, Yellow: {cells}}
    }`,
    facing: '{word}, {own, number} against {opposing, number}: {cells}',
  },
} as const;
