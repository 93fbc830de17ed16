export default {
  entry: {
    notYourTurn: 'It is not your turn.',
    back: 'You were looking at move {ply, number}. This is the game.',
  },
  confirm: {
    ask: 'Play {move}?',
    first: 'Play the move first, or take it back.',
    play: 'Play',
    takeBack: 'Take back',
  },
  premove: {
    dropped: 'The move could not be played in advance. {why}',
  },
  typing: {
    open: 'Type a move',
    label: 'Move',
    hint: 'Like a1b2, sideways c3c5d3',
    legal: 'Enter plays it.',
    close: 'Close',
  },
} as const;
