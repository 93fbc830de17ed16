import type { Formation } from '$lib/study/formations/formation';
import type { Term } from '$lib/study/formations/terms';

import type { Scene } from './scene';
import type { CaptionKey } from './words';

/** A small board that illustrates a text. */
export interface Picture {
  readonly scene: Scene;
  /** The formations that are marked. */
  readonly formations?: readonly Formation[];
  /** Moves that are shown by arrows, in Aba-Pro notation, legal or not. */
  readonly moves?: readonly string[];
  /** Whether the shown move is illegal. */
  readonly wrong?: boolean;
  /** The caption: a word of the game, a message, or numbers, which are the same in every language. */
  readonly caption?: { readonly term: Term } | { readonly key: CaptionKey } | { readonly numbers: string };
}
