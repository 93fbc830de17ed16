export default {
  alert: {
    low: 'Low on time: {time} left.',
    begun: 'The game has started.',
    against: 'Against {names}',
  },
} as const;
