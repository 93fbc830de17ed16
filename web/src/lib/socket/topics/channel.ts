import type { Refusal } from '$lib/protocol/refusal';
import type { Command, ServerMessage } from '$lib/protocol/types';
import type { Follower, TopicKind } from './topic';

/** One topic and those who follow it. */
export class Channel<F extends Follower> {
  readonly id: string;
  /** Whether the server has been asked and has not answered yet. */
  asking = false;
  /** Whether to ask once more when it has. */
  again = false;
  /** How often in a row it was in trouble. */
  troubles = 0;
  retry: ReturnType<typeof setTimeout> | undefined;
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

  refused(refusal: Refusal): void {
    for (const follower of [...this.#followers]) follower.refused(refusal);
  }

  deliver(message: ServerMessage): void {
    for (const follower of [...this.#followers]) this.#kind.deliver(message, follower);
  }
}
