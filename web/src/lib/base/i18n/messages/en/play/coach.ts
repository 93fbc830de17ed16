export default {
  coach: {
    heading: 'Coach',
    quiet: 'Ask for a hint, or just play. I’ll warn you after a mistake.',
    thinking: 'Let me see…',
    marbles: 'Move the highlighted marbles.',
    move: 'Play {move}.',
    failed: 'I’m busy at the moment. Try again.',
    hint: 'Hint',
    show: 'Show the move',
    warned: 'Careful, that move costs about {marbles, plural, one {# marble} other {# marbles}}.',
    loses: 'Careful, after that move your opponent can force a win.',
    missed: 'Careful, that move gives away a forced win.',
    takeBack: 'Take it back',
    playOn: 'Play on',
  },
} as const;
