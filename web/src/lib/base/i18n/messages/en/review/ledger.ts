export default {
  ledger: {
    heading: 'Time per move',
    move: 'Move',
    elapsed: 'Total',
    server: 'Server',
    forgiven: 'Network',
    free: 'Free',
    added: 'Added',
    elapsedText: 'time from the start of the turn until the server received the move.',
    serverText: 'time the server used, for example to save the move or because it was down. It doesn’t count.',
    forgivenText: 'time lost to the connection. It doesn’t count.',
    freeText: 'the first seconds of a turn, before the clock starts running.',
    addedText: 'time added to the clock after the move.',
  },
} as const;
