export default {
  tools: {
    flip: 'Flip board',
    sound: 'Sound',
    type: 'Type a move (/)',
    times: 'Time per move',
    zen: 'Only the board and the clocks are shown. Press Z to show everything again.',
  },
  stake: {
    rated: 'Rated',
    casual: 'Casual',
  },
} as const;
