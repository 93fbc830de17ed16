export default {
  lobby: {
    title: 'Play',
    loading: 'Loading …',
    join: 'Join',
    joinAs: `{color, select,
      black {Join {name}, playing Black}
      white {Join {name}, playing White}
      red {Join {name}, playing Red}
      yellow {Join {name}, playing Yellow}
    }`,
    playWith: 'Join {name}',
    rated: 'rated',
    range: 'Rating {range}',
    watchGame: 'Watch {players}',
    seats: 'Choose a seat',
    seatsOf: 'Choose a seat beside {name}',
    free: '{count, plural, one {# seat free} other {# seats free}}',
  },
} as const;
