import { untrack } from 'svelte';

import type { Position } from '$lib/game/rules/position';
import type { Loadable } from '$lib/base/ui/loadable.svelte';

import { Answers } from './answers';
import type { Formation } from './formation';
import { SHOWN_TERMS, type ShownTerm } from './terms';

/** The choice of formations to show stays from one game to the next. */
let lastChosen: readonly ShownTerm[] = ['sumito', 'danger'];

/** The formations of the shown position, and those that are drawn. Create it while a component is created. */
export class FormationView {
  readonly #answers = new Answers();
  chosen = $state.raw(lastChosen);
  /** The request for the position; `null` before the first. */
  asked = $state.raw<Loadable<readonly Formation[]> | null>(null);
  /** All found formations, for the counts; until the next answer arrives, the previous position's formations. */
  found = $state.raw<readonly Formation[]>([]);
  /** The drawn formations: never another position's. */
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
