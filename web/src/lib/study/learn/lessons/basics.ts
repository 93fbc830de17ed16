import type { Lesson } from '../lesson';

/** Lessons on movement. */
export const BASICS: readonly Lesson[] = [
  {
    topic: 'board',
    title: 'tour.board.title',
    about: 'tour.board.about',
    steps: [
      {
        rules: [2],
        scene: { marbles: { black: 'e5' } },
        task: { kind: 'move' },
        ask: 'tour.board.one',
        done: 'tour.board.oneDone',
        solution: ['e5f6'],
      },
      {
        rules: [1, 8, 9],
        scene: { marbles: { black: 'g7 h8', white: 'i9' } },
        task: { kind: 'pattern', pattern: { ejects: true } },
        ask: 'tour.board.aim',
        done: 'tour.board.aimDone',
        solution: ['g7h8'],
      },
      {
        rules: [1, 2],
        scene: { marbles: 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb' },
        task: { kind: 'move' },
        ask: 'tour.board.start',
        done: 'tour.board.startDone',
        solution: ['a1b2'],
        answers: [['i5h5']],
      },
    ],
  },
  {
    topic: 'moving',
    title: 'tour.moving.title',
    about: 'tour.moving.about',
    steps: [
      {
        rules: [3, 4],
        scene: { marbles: { black: 'c3 d4', white: 'h5' } },
        task: { kind: 'pattern', pattern: { kind: 'in-line', row: 2 } },
        ask: 'tour.moving.two',
        done: 'tour.moving.twoDone',
        solution: ['c3d4'],
      },
      {
        rules: [3, 4],
        scene: { marbles: { black: 'd3 d4 d5', white: 'h5' } },
        task: { kind: 'pattern', pattern: { kind: 'in-line', row: 3 } },
        ask: 'tour.moving.three',
        done: 'tour.moving.threeDone',
        solution: ['d3d4'],
      },
      {
        rules: [3],
        scene: { marbles: { black: 'b2 c3 d4 e5', white: 'h5' } },
        task: { kind: 'refused', reasons: ['too_many'] },
        ask: 'tour.moving.four',
        done: 'tour.moving.fourDone',
        solution: ['b2c3'],
      },
      {
        rules: [3],
        scene: { marbles: { black: 'b2 c3 d4 e5', white: 'h5' } },
        task: { kind: 'pattern', pattern: { kind: 'in-line', row: 3 } },
        ask: 'tour.moving.part',
        done: 'tour.moving.partDone',
        solution: ['c3d4'],
      },
    ],
  },
  {
    topic: 'side-step',
    title: 'tour.sideStep.title',
    about: 'tour.sideStep.about',
    steps: [
      {
        rules: [4],
        scene: { marbles: { black: 'd4 d5', white: 'h5' } },
        task: { kind: 'pattern', pattern: { kind: 'side-step', row: 2 } },
        ask: 'tour.sideStep.two',
        done: 'tour.sideStep.twoDone',
        solution: ['d4d5e4'],
      },
      {
        rules: [3, 4],
        scene: { marbles: { black: 'c3 d4 e5', white: 'h5' } },
        task: { kind: 'pattern', pattern: { kind: 'side-step', row: 3 } },
        ask: 'tour.sideStep.three',
        done: 'tour.sideStep.threeDone',
        solution: ['c3e5c4'],
      },
      {
        rules: [4],
        scene: { marbles: { black: 'c3 c4 c5', white: 'd5' } },
        task: { kind: 'refused', reasons: ['occupied'] },
        ask: 'tour.sideStep.taken',
        done: 'tour.sideStep.takenDone',
        solution: ['c3c5d4'],
      },
    ],
  },
];
