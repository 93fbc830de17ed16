export default {
  evaluation: {
    analyse: 'Analyse by computer',
    heading: 'What the computer says',
    coming: 'The computer is analysing: {done, number} of {all, plural, one {# position} other {# positions}}',
    done: 'The analysis is complete.',
    graph: 'Evaluation, the higher the better for {side}',
    at: 'Move {ply, number} of {last, number}: {score}',
    unknown: 'Not analysed yet',
    three:
      'Among three players the computer shows the best moves only: what is bad for one of them does not have to be good for another.',
    best: 'Best from here:',
    better: '{mistake}. Better:',
    back: 'Back to the game',
    counts: 'Mistakes of each player',
    player: 'Player',
    countOf: '{name}: {count}. Go to the next one',
    tooMany: 'Two games of yours are being analysed already. Try again when one of them is done.',
    ask: 'What does the computer say?',
    thinking: 'The computer is thinking …',
    depth: '{count, plural, one {Looked # move ahead} other {Looked # moves ahead}} · {nodes, plural, one {# position} other {# positions}}',
  },
  /** What kind of mistake a move was. */
  judged: {
    inaccuracy: 'Inaccuracy',
    mistake: 'Mistake',
    blunder: 'Blunder',
    missed_win: 'Missed win',
  },
  mistakes: {
    inaccuracy: '{count, plural, one {# inaccuracy} other {# inaccuracies}}',
    mistake: '{count, plural, one {# mistake} other {# mistakes}}',
    blunder: '{count, plural, one {# blunder} other {# blunders}}',
    missed_win: '{count, plural, one {# missed win} other {# missed wins}}',
  },
  /** Who stands how well. */
  score: {
    even: 'Even',
    slight: 'Slight advantage: {side}',
    clear: 'Clear advantage: {side}',
    decisive: 'Decisive advantage: {side}',
    behind: 'Behind: {side}',
    win: '{count, plural, one {Forced win in # move: {side}} other {Forced win in # moves: {side}}}',
    loss: '{count, plural, one {Forced loss in # move: {side}} other {Forced loss in # moves: {side}}}',
    both: '{words} ({number})',
  },
} as const;
