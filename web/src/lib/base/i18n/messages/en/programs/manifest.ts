export default {
  manifest: {
    description: 'Abalone for two, three and four players, in the browser.',
    local: 'Pass and play',
    learn: 'Learn the rules',
  },
} as const;
