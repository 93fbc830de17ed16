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
    watchGame: 'Watch {players}',
    seats: 'Choose a seat',
    seatsOf: 'Choose a seat beside {name}',
    free: '{count, plural, one {# seat free} other {# seats free}}',
  },
  create: {
    heading: 'New game',
    headingFriend: 'A game with a friend',
    mode: 'Players',
    layout: 'Start',
    allLayouts: 'All {number, number} starts',
    fewerLayouts: 'Fewer starts',
    clock: 'Time',
    color: 'Your colour',
    random: 'Random',
    computers: 'Computers at the table',
    noComputers: 'None',
    visibility: 'Who can join',
    public: 'Anyone',
    private: 'Only with the link',
    submit: 'Create game',
    ready: 'Begin only when everybody says that they are ready',
    spectatorDelay: 'Delay for whoever watches',
    noDelay: 'None',
  },
} as const;
