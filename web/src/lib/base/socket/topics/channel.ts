import type { Refusal } from '$lib/base/protocol/refusal';
import type { Command, ServerMessage } from '$lib/base/protocol/types';
import { hasMore, joined } from './parts';
import type { Follower, TopicKind } from './topic';

/** A topic and its followers. */
export class Channel<F extends Follower> {
  readonly id: string;
  /** Whether a request to the server is unanswered. */
  asking = false;
  /** Whether to request again after the answer. */
  again = false;
  /** The number of consecutive failures. */
  troubles = 0;
  retry: ReturnType<typeof setTimeout> | undefined;
  /** The parts so far of a message whose rest has not arrived. */
  #partial: ServerMessage | null = null;
  readonly #kind: TopicKind<F>;
  readonly #followers = new Set<F>();

  constructor(id: string, kind: TopicKind<F>) {
    this.id = id;
    this.#kind = kind;
  }

  get isEmpty(): boolean {
    return this.#followers.size === 0;
  }

  get needsUser(): boolean {
    return this.#kind.needsUser;
  }

  add(follower: F): void {
    this.#followers.add(follower);
  }

  remove(follower: F): void {
    this.#followers.delete(follower);
  }

  begin(): Command {
    return this.#kind.begin(this.id, [...this.#followers]);
  }

  end(): Command {
    return this.#kind.end(this.id);
  }

  begun(): void {
    for (const follower of [...this.#followers]) this.#kind.begun(follower);
  }

  onError(refusal: Refusal): void {
    for (const follower of [...this.#followers]) follower.onError(refusal);
  }

  /** Passes a message on, once all its parts have arrived. */
  deliver(message: ServerMessage): void {
    const whole = this.#partial === null ? message : joined(this.#partial, message);
    const isWhole = !hasMore(whole);
    this.#partial = isWhole ? null : whole;
    if (isWhole) for (const follower of [...this.#followers]) this.#kind.deliver(whole, follower);
  }

  /** The socket has closed: the missing parts will not arrive. */
  pause(): void {
    clearTimeout(this.retry);
    this.asking = false;
    this.again = false;
    this.#partial = null;
  }
}
