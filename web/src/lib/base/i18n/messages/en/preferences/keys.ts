export default {
  /** The keys that the page knows. */
  keys: {
    title: 'Keyboard shortcuts',
    step: 'One move back or forward',
    ends: 'To the start, or to the latest position',
    type: 'Type a move',
    escape: 'Clear the selection, cancel a premove or take back an unconfirmed move',
    board: 'Focus the board, then walk over its cells with the arrow keys',
    cell: 'Select a marble, or move to a cell',
    help: 'Show this list',
    close: 'Close',
  },
  keyName: {
    home: 'Home',
    end: 'End',
    space: 'Space',
  },
} as const;
