import type { Scene } from './scene';
import type { Task } from './task';
import type { TourKey } from './words';

/** What a lesson is about, in the order in which they are learnt. */
export const TOPICS = [
  'board',
  'moving',
  'side-step',
  'sumito',
  'impossible',
  'pac',
  'ejection',
  'winning',
  'time',
  'three',
  'four',
  'variant',
] as const;

export type Topic = (typeof TOPICS)[number];

/** The topics that are about what has a name on the board. */
export const NAMED_TOPICS: readonly Topic[] = ['sumito', 'impossible', 'pac', 'ejection'];

/** How many of the topics one needs for a first game of two. */
export const TOPICS_OF_TWO = TOPICS.indexOf('three');

/** One thing to try. */
export interface Step {
  /** The points of the rulebooks that it shows: 1 to 17, as in `docs/rules.md`. */
  readonly rules: readonly number[];
  readonly scene: Scene;
  readonly task: Task;
  /** What is said before. */
  readonly ask: TourKey;
  /** What is said when it is done. */
  readonly done: TourKey;
  /** A way to do it, in Aba-Pro notation: one move for each that the task needs. For what is refused, the try. */
  readonly solution: readonly string[];
  /** What the others play after the learner's moves, one list for each of these. It is legal whatever the learner does. */
  readonly answers?: readonly (readonly string[])[];
  /** The learner plays for these seats: the first, where nothing else is said. */
  readonly seats?: readonly number[];
  /** What the learner has for the whole step, in milliseconds, on a clock that runs. */
  readonly clockMs?: number;
}

/** Steps about one topic. */
export interface Lesson {
  readonly topic: Topic;
  readonly title: TourKey;
  /** What it is about, in a line. */
  readonly about: TourKey;
  readonly steps: readonly Step[];
}
