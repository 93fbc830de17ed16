import { read, write } from '$lib/base/platform/storage';

import type { Lesson, Step } from './lesson';

const KEY = 'sumito.tour';

/** The steps of the tour that are done in this browser. All its windows follow at once. */
export class TourProgress {
  #done = $state.raw<readonly string[]>(namesIn(read('local', KEY)));

  constructor() {
    addEventListener('storage', ({ key, newValue }) => {
      if (key === KEY || key === null) this.#done = namesIn(newValue);
    });
  }

  isDone(step: Step): boolean {
    return this.#done.includes(nameOf(step));
  }

  /** The number of steps of the lesson that are done. */
  doneIn({ steps }: Lesson): number {
    return steps.filter((step) => this.isDone(step)).length;
  }

  /** The first step that is not done, from 0; the first step of all if all are done. */
  nextIn({ steps }: Lesson): number {
    return Math.max(0, steps.findIndex((step) => !this.isDone(step)));
  }

  /** Records a step. A browser without storage remembers it while the page is open. */
  record(step: Step): void {
    if (this.isDone(step)) return;
    this.#done = [...this.#done, nameOf(step)];
    write('local', KEY, JSON.stringify(this.#done));
  }

  /** Clears the progress. */
  forget(): void {
    this.#done = [];
    write('local', KEY, null);
  }
}

/** A step keeps its name when steps are added before it. */
function nameOf({ ask }: Step): string {
  return ask;
}

/** Anything but a list of names counts as empty. */
function namesIn(text: string | null): readonly string[] {
  try {
    const names: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** The progress in this browser. */
export const tour = new TourProgress();
