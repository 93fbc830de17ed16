import { hintFrom, type FullHint } from '$lib/game/board/hint';

/** The first move of a line that is drawn on the board: of the line under the pointer, else of the one that the reader has chosen. */
export class LineMarks {
  hovered = $state<string | null>(null);
  chosen = $state<string | null>(null);
  readonly hint: FullHint | null = $derived.by(() => {
    const move = this.hovered ?? this.chosen;
    return move === null ? null : hintFrom(move);
  });

  /** Draws the move of a line until the reader chooses it again. */
  choose(move: string): void {
    this.chosen = this.chosen === move ? null : move;
  }

  /** Forgets the lines of another position. */
  clear(): void {
    this.hovered = null;
    this.chosen = null;
  }
}
