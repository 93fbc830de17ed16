export default {
  alert: {
    low: 'Little time: {time} left.',
    begun: 'The game has begun.',
    against: 'Against {names}',
  },
} as const;
