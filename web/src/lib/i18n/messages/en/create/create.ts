export default {
  create: {
    heading: 'New game',
    headingFriend: 'A game with a friend',
    allLayouts: 'All {number, number} starts',
    fewerLayouts: 'Fewer starts',
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
