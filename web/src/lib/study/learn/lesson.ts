import type { Scene } from './scene';
import type { Task } from './task';
import type { TourKey } from './words';

/** The topics of lessons, in the order in which they are learnt. */
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

/** The topics about formations. */
export const NAMED_TOPICS: readonly Topic[] = ['sumito', 'impossible', 'pac', 'ejection'];

/** The number of topics needed for a first game of two. */
export const TOPICS_OF_TWO = TOPICS.indexOf('three');

/** A step of a lesson. */
export interface Step {
  /** The points of the rulebooks that it shows: 1 to 17, as in `docs/rules.md`. */
  readonly rules: readonly number[];
  readonly scene: Scene;
  readonly task: Task;
  /** The text before the try. */
  readonly ask: TourKey;
  /** The text after success. */
  readonly done: TourKey;
  /** A solution in Aba-Pro notation: one move for each that the task needs. For a task of an illegal move, the try. */
  readonly solution: readonly string[];
  /** The opponents' replies, one list for each of the learner's moves. They are legal after any move. */
  readonly answers?: readonly (readonly string[])[];
  /** The learner's seats: the first by default. */
  readonly seats?: readonly number[];
  /** The learner's time for the whole step, in milliseconds, on a running clock. */
  readonly clockMs?: number;
}

/** Steps about one topic. */
export interface Lesson {
  readonly topic: Topic;
  readonly title: TourKey;
  /** The subject in one line. */
  readonly about: TourKey;
  readonly steps: readonly Step[];
}
