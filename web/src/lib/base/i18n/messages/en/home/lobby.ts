export default {
  lobby: {
    title: 'Play',
    loading: 'Loading…',
    vacations: 'with vacations',
    join: 'Join',
    joinAs: '{color, select, black {Join {name} as Black} white {Join {name} as White} red {Join {name} as Red} yellow {Join {name} as Yellow}}',
    playWith: 'Join {name}',
    rated: 'rated',
    range: 'Rating {range}',
    watchGame: 'Watch {players}',
    seats: 'Choose a seat',
    seatsOf: 'Choose a seat in {name}’s game',
    free: '{count, plural, one {# open seat} other {# open seats}}',
  },
} as const;
