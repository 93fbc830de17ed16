import { Line } from '$lib/game/table/line';
import type { Entry, GameModel, Seated } from '$lib/game/table/model';
import { Review } from '$lib/game/table/review.svelte';
import type { Judgement } from '$lib/game/table/view.svelte';
import { t } from '$lib/base/i18n/i18n.svelte';
import type { Clock, User } from '$lib/base/protocol/types';
import { hasLegalMove, legalMoves } from '$lib/game/rules/legal';
import { colorsOf, sideOf } from '$lib/game/rules/mode';
import type { Move } from '$lib/game/rules/move';
import { moveText } from '$lib/game/rules/notation';
import { passTurn, settled } from '$lib/game/rules/play';
import type { Position } from '$lib/game/rules/position';

import { movesText } from './address';
import { placedLine, type PlacedMove } from './move-lines';
import * as tree from './tree';
import type { Branch, Path } from './tree';

const NO_CLOCK: Clock = { kind: 'none' };

/** The start of an analysis. */
export interface Beginning {
  readonly start: Position;
  readonly root: Branch;
  /** The players of the analysed game by seat; absent without a game. */
  readonly players?: readonly (User | null)[];
  /** The seat at the bottom of the reader's board; the first if absent. */
  readonly near?: number;
}

/** A place in an analysis, as the address encodes it. */
export interface Spot {
  /** The index of the line, in the order in which lines are listed. */
  readonly line: number;
  readonly ply: number;
}

/** Facts about a move for the list of moves. */
export interface MoveNote {
  /** The engine's score after the move: `+0.4`. */
  readonly figure: string | null;
  readonly judgement: Judgement | null;
}

/** A game in which every legal move can be tried. Tried moves are stored in a tree. */
export class Analysis implements GameModel {
  readonly start: Position;
  readonly #players: readonly (User | null)[];
  #root: Branch;
  /** The path to the end of the shown line. */
  #path: Path;
  /** The number of passed turns at the shown position. */
  #passed = $state({ ply: 0, times: 0 });

  /** Facts about the moves, if an evaluation is shown. */
  annotate = $state.raw<((move: PlacedMove) => MoveNote) | null>(null);
  readonly mode;
  readonly clock = NO_CLOCK;
  readonly timings = [];
  readonly near: number;
  readonly line = $derived.by(() => Line.from(this.start, tree.movesAlong(this.#root, this.#path)));
  readonly review = new Review(() => this.line);
  readonly seats: readonly Seated[] = $derived.by(() => this.#seats());
  readonly controls = $derived.by(() => this.seats.map(({ seat }) => seat));
  /** The shown position, with the turn of the next player. */
  readonly position = $derived.by(() => this.#position());
  readonly playing = $derived.by(() => hasLegalMove(this.position));
  readonly turn = $derived.by(() => (this.playing ? colorsOf(this.mode).indexOf(this.position.turn) : null));
  readonly entry: Entry = $derived.by(() => ({ kind: 'move', position: this.position }));
  readonly legal = $derived.by(() => legalMoves(this.position));
  /** The path to the end of the shown line. */
  readonly whole: Path = $derived.by(() => this.#path);
  /** The path to the shown position. */
  readonly path: Path = $derived.by(() => this.#path.slice(0, this.review.ply));
  /** All moves, for the list. */
  readonly placed = $derived.by(() => placedLine(this.start, this.#root));
  readonly mayPromote = $derived.by(() => tree.promotable(this.#root, this.path));
  readonly mayRemove = $derived.by(() => tree.removable(this.#root, this.path));
  /** Whether the turn can pass without a move, as on behalf of an eliminated player. */
  readonly mayPass = $derived.by(() => colorsOf(this.mode).length > 2 && this.playing);
  /** The moves as the address encodes them. */
  readonly movesText = $derived.by(() => movesText(this.#root, this.#path));
  readonly spot: Spot = $derived.by(() => ({ line: this.#lineNumber(), ply: this.review.ply }));

  constructor({ start, root, players = [], near = 0 }: Beginning, { line, ply }: Spot = { line: 0, ply: 0 }) {
    this.start = start;
    this.mode = start.mode;
    this.#players = players;
    this.near = near;
    this.#root = $state.raw(root);
    const ends = tree.ends(root);
    this.#path = $state.raw(ends[line] ?? ends[0] ?? []);
    this.review.last = this.#path.length;
    this.review.ply = Math.max(0, Math.min(ply, this.#path.length));
  }

  play(move: Move): void {
    this.#enter(tree.entered(this.#root, this.path, moveText(move)));
  }

  /** Replaces the tree. The shown line and position stay, as far as they exist in it. */
  protected renew(root: Branch): void {
    const path = tree.pathAlong(root, tree.movesAlong(this.#root, this.#path));
    this.#root = root;
    this.#path = tree.toTheEnd(root, path);
    this.review.last = this.#path.length;
    if (this.review.ply > path.length) {
      this.review.glide = this.review.ply === path.length + 1;
      this.review.ply = path.length;
    }
  }

  protected get root(): Branch {
    return this.#root;
  }

  /** The branch of the shown position. */
  protected get branch(): Branch {
    return tree.branchAt(this.#root, this.path) ?? this.#root;
  }

  /** The variation that `promote` moves up; `null` if there is none. */
  protected get promoted(): Branch | null {
    const depth = tree.promotableDepth(this.#root, this.path);
    return depth === null ? null : tree.branchAt(this.#root, this.path.slice(0, depth));
  }

  /** Shows a branch, on the line that leads on from it. */
  go(path: Path): void {
    const same = path.every((index, depth) => index === this.#path[depth]);
    if (same) this.review.go(path.length);
    else this.#enter({ root: this.#root, path });
  }

  /** Shows the variation that stands `by` places below the shown one. */
  switch(by: 1 | -1): void {
    const { path } = this;
    const index = path.at(-1);
    const before = index === undefined ? null : [...path.slice(0, -1), index + by];
    if (before !== null && (before.at(-1) ?? -1) >= 0 && tree.branchAt(this.#root, before) !== null) this.go(before);
    else if (by === 1 && tree.branchAt(this.#root, [...path, 1]) !== null) this.go([...path, 1]);
  }

  promote(): void {
    this.#enter(tree.promoted(this.#root, this.path));
  }

  remove(): void {
    this.#enter(tree.removed(this.#root, this.path));
  }

  /** Gives the turn to the next player who can move. */
  pass(): void {
    const { ply } = this.review;
    this.#passed = { ply, times: (this.#passed.ply === ply ? this.#passed.times : 0) + 1 };
  }

  #enter({ root, path }: tree.Place): void {
    const shown = this.path;
    const [shorter, longer] = path.length < shown.length ? [path, shown] : [shown, path];
    const glides = longer.length - shorter.length === 1 && shorter.every((each, depth) => each === longer[depth]);
    this.#root = root;
    this.#path = tree.toTheEnd(root, path);
    this.#passed = { ply: 0, times: 0 };
    this.review.last = this.#path.length;
    this.review.ply = path.length;
    this.review.glide = glides;
  }

  #position(): Position {
    const { ply } = this.review;
    const { ply: at, times } = this.#passed;
    const known = this.line.position(ply);
    let position = ply === this.review.last ? settled(known) : known;
    for (let time = 0; at === ply && time < times; time += 1) position = settled(passTurn(position));
    return position;
  }

  #lineNumber(): number {
    const end = this.#path.join();
    return Math.max(0, tree.ends(this.#root).findIndex((path) => path.join() === end));
  }

  #seats(): readonly Seated[] {
    return colorsOf(this.mode).map((color, seat) => {
      const player = this.#players[seat] ?? null;
      const name = player?.name ?? t(`color.${color}`);
      return { seat, color, team: sideOf(this.mode, seat), player, name, out: false };
    });
  }
}
