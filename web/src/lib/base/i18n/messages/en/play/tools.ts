export default {
  tools: {
    flip: 'Flip board',
    sound: 'Sound',
    type: 'Type a move (/)',
    times: 'Time per move',
  },
  stake: {
    rated: 'Rated',
    casual: 'Casual',
  },
} as const;
