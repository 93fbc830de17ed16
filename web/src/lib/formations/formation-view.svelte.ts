import { untrack } from 'svelte';

import type { Position } from '$lib/rules/position';
import type { Loadable } from '$lib/ui/loadable.svelte';

import { Answers } from './answers';
import type { Formation } from './formation';
import { SHOWN_TERMS, type ShownTerm } from './terms';

/** What somebody has chosen to see stays chosen from one game to the next. */
let lastChosen: readonly ShownTerm[] = ['sumito', 'danger'];

/** What has a name in the position that is looked at, and what of it is shown. To be made while a component is. */
export class FormationView {
  readonly #answers = new Answers();
  chosen = $state.raw(lastChosen);
  /** What is asked for of the position; `null` before anything is. */
  asked = $state.raw<Loadable<readonly Formation[]> | null>(null);
  /** All that has been found, to be counted; for as long as the next answer is on its way, what was found before. */
  found = $state.raw<readonly Formation[]>([]);
  /** What is drawn: nothing that belongs to another position. */
  readonly shown: readonly Formation[] = $derived((this.asked?.value ?? []).filter(({ term }) => this.chosen.includes(term)));

  constructor(position: () => Position) {
    $effect.pre(() => {
      const shown = position();
      untrack(() => (this.asked = this.#answers.to(shown)));
    });
    $effect.pre(() => {
      const { value, failure } = this.asked ?? { value: null, failure: null };
      if (value !== null) this.found = value;
      else if (failure !== null) this.found = [];
    });
  }

  count(term: ShownTerm): number {
    return this.found.filter((formation) => formation.term === term).length;
  }

  toggle(term: ShownTerm): void {
    const chosen = this.chosen.includes(term) ? this.chosen.filter((each) => each !== term) : [...this.chosen, term];
    this.chosen = SHOWN_TERMS.filter((each) => chosen.includes(each));
    lastChosen = this.chosen;
  }
}
