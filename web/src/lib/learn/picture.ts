import type { Formation } from '$lib/formations/formation';
import type { Term } from '$lib/formations/terms';

import type { Scene } from './scene';
import type { CaptionKey } from './words';

/** A small board that shows something. */
export interface Picture {
  readonly scene: Scene;
  /** What has a name in it and is marked. */
  readonly formations?: readonly Formation[];
  /** Moves that are shown by arrows, in Aba-Pro notation, legal or not. */
  readonly moves?: readonly string[];
  /** Whether what is shown is not allowed. */
  readonly wrong?: boolean;
  /** What stands below: a word of the game, a message, or numbers, which are the same in every language. */
  readonly caption?: { readonly term: Term } | { readonly key: CaptionKey } | { readonly numbers: string };
}
