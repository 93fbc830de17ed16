export default {
  review: {
    play: 'Play the moves',
    pause: 'Stop',
    speed: 'Speed',
    clockGraph: 'Clocks through the game',
    clockOf: '{name} {time}',
    clocksAt: 'Move {ply, number} of {last, number}: {clocks}',
    ejections: 'Marbles pushed out',
    ejection: `{color, select,
      black {Move {ply, number}: a black marble is pushed out}
      white {Move {ply, number}: a white marble is pushed out}
      red {Move {ply, number}: a red marble is pushed out}
      yellow {Move {ply, number}: a yellow marble is pushed out}
    }`,
    formations: 'Formations',
    analyse: 'Analyse from here',
  },
  speed: {
    slow: 'slow',
    steady: 'steady',
    fast: 'fast',
  },
  share: {
    title: 'Share',
    png: 'Save as PNG',
    svg: 'Save as SVG',
    text: 'Save as text',
    json: 'Save as JSON',
    send: 'Send the picture',
    failed: 'This browser could not make the picture.',
    link: 'Link to this position',
    position: 'This position as text',
    game: 'The whole game as text',
    copy: 'Copy',
    copied: 'Copied',
    copyOf: 'Copy: {what}',
    selected: 'It is selected: copy it with your keyboard, or by pressing long.',
    caption: '{players} · move {ply, number} of {last, number}',
    close: 'Close',
  },
} as const;
