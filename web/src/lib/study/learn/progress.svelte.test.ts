import { afterEach, describe, expect, it } from 'vitest';

import { LESSONS } from './lessons';
import { TourProgress } from './progress.svelte';

afterEach(() => localStorage.clear());

const [lesson] = LESSONS;
if (lesson === undefined) throw new Error('there is a lesson');
const [first, second, third] = lesson.steps;
if (first === undefined || second === undefined || third === undefined) throw new Error('it has three steps');

describe('the progress through the lessons', () => {
  it('is stored', () => {
    const tour = new TourProgress();
    expect([tour.doneIn(lesson), tour.nextIn(lesson)]).toEqual([0, 0]);
    tour.record(first);
    tour.record(third);
    const later = new TourProgress();
    expect([later.doneIn(lesson), later.nextIn(lesson)]).toEqual([2, 1]);
    expect(later.isDone(second)).toBe(false);
    later.record(second);
    expect([later.doneIn(lesson), later.nextIn(lesson)]).toEqual([3, 0]);
    later.forget();
    expect(new TourProgress().doneIn(lesson)).toBe(0);
  });

  it('is empty if the stored value is invalid', () => {
    for (const text of ['', '7', '{"a":1}', '[', '[1,null]']) {
      localStorage.setItem('sumito.tour', text);
      expect(new TourProgress().doneIn(lesson)).toBe(0);
    }
  });

  it('follows changes in other windows', () => {
    const tour = new TourProgress();
    dispatchEvent(new StorageEvent('storage', { key: 'sumito.tour', newValue: JSON.stringify([first.ask]) }));
    expect(tour.doneIn(lesson)).toBe(1);
    dispatchEvent(new StorageEvent('storage', { key: 'another', newValue: '[]' }));
    expect(tour.doneIn(lesson)).toBe(1);
  });
});
