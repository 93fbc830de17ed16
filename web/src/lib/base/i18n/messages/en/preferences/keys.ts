export default {
  /** The keys of the page. */
  keys: {
    title: 'Keyboard shortcuts',
    step: 'Go one move back or forward',
    ends: 'Go to the start or the latest position',
    type: 'Type a move',
    escape: 'Clear the selection, cancel a premove or take back an unconfirmed move',
    board: 'Focus the board, then move between cells with the arrow keys',
    cell: 'Select a marble, or move to a cell',
    flip: 'Flip the board',
    zen: 'Show only the board and the clocks, or everything again',
    best: 'On the analysis board with the engine on: play the best move',
    help: 'Show this list',
    close: 'Close',
  },
  keyName: {
    home: 'Home',
    end: 'End',
    space: 'Space',
  },
} as const;
