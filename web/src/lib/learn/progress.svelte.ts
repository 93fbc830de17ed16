import { read, write } from '$lib/platform/storage';

import type { Lesson, Step } from './lesson';

const KEY = 'sumito.tour';

/** Which steps of the tour somebody has done in this browser. All windows of it follow at once. */
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

  /** How many steps of the lesson are done. */
  doneIn({ steps }: Lesson): number {
    return steps.filter((step) => this.isDone(step)).length;
  }

  /** The first step that is not done, from 0; the first one of all where none is left. */
  nextIn({ steps }: Lesson): number {
    return Math.max(0, steps.findIndex((step) => !this.isDone(step)));
  }

  /** A browser that keeps nothing knows it for as long as the page is open. */
  record(step: Step): void {
    if (this.isDone(step)) return;
    this.#done = [...this.#done, nameOf(step)];
    write('local', KEY, JSON.stringify(this.#done));
  }

  /** As if nothing had been done. */
  forget(): void {
    this.#done = [];
    write('local', KEY, null);
  }
}

/** A step keeps its name when others come before it. */
function nameOf({ ask }: Step): string {
  return ask;
}

/** Whatever stands there that is no list of names is as good as nothing. */
function namesIn(text: string | null): readonly string[] {
  try {
    const names: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** What has been done in this browser. */
export const tour = new TourProgress();
