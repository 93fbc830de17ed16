export default {
  ledger: {
    heading: 'Time for each move',
    move: 'Move',
    elapsed: 'Took',
    server: 'Server',
    forgiven: 'Network',
    free: 'Free',
    added: 'Added',
    elapsedText: 'from the start of the turn until the server had the move.',
    serverText: 'the part of it that the server took, to store the move before or because it was away. It is not counted.',
    forgivenText: 'the part of it that the connection took. It is not counted.',
    freeText: 'the first seconds of a turn, before the clock begins to run.',
    addedText: 'put back on the clock after the move.',
  },
} as const;
