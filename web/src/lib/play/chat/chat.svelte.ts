import type { ChatChannel, ChatLine, Outcome, Preset } from '$lib/base/protocol/types';
import { Refusal } from '$lib/base/protocol/refusal';
import type { Session } from '$lib/base/session/session.svelte';
import { nameOf } from '$lib/base/socket/topics/name';
import type { ChatFollower } from '$lib/base/socket/topics/topic';

/** The lines that a page keeps at most. */
const MAX_LINES = 400;

/** A line to send: free text, or a preset, shown to each reader in their language. */
export type Words = { readonly text: string } | { readonly preset: Preset };

/** The lines of a channel, kept up to date by the server. */
export class Chat implements ChatFollower {
  /** The oldest first; `null` until they have loaded. */
  lines = $state.raw<readonly ChatLine[] | null>(null);
  /** The reason why nothing can be read. */
  refusal = $state.raw<Refusal | null>(null);
  /** Lines of others that have come while the chat was closed. */
  unread = $state(0);
  readonly channel: ChatChannel;
  readonly #session: Session;
  #watched = false;

  constructor(channel: ChatChannel, session: Session) {
    this.channel = channel;
    this.#session = session;
  }

  /** Subscribes until the returned function is called. */
  open(): () => void {
    return this.#session.connection.follow({ kind: 'chat', id: nameOf(this.channel) }, this).end;
  }

  /** Sets whether the lines are on the screen. */
  watch(watched: boolean): void {
    this.#watched = watched;
    if (watched) this.unread = 0;
  }

  since(): string | undefined {
    return this.lines?.at(-1)?.id;
  }

  changed(lines: readonly ChatLine[], gone: readonly string[], full: boolean): void {
    this.refusal = null;
    const known = this.since();
    const isFirst = this.lines === null;
    const before = full ? [] : (this.lines ?? []);
    // Ids grow with time: lines up to the last known id are duplicates.
    const added = full || known === undefined ? lines : lines.filter(({ id }) => id > known);
    this.lines = [...before.filter(({ id }) => !gone.includes(id)), ...added].slice(-Math.max(MAX_LINES, before.length));
    if (this.#watched || isFirst) return;
    const own = this.#session.user?.id;
    this.unread += added.filter(({ id, author }) => (known === undefined || id > known) && author.id !== own).length;
  }

  /** Adds lines before those that are known. They stay until the server sends all recent lines again. */
  prepend(older: readonly ChatLine[]): void {
    this.lines = [...older, ...(this.lines ?? [])];
  }

  closed(): void {
    this.lines = [];
    this.refusal = new Refusal('forbidden', 'the channel is closed to this user');
  }

  onError(refusal: Refusal): void {
    this.refusal = refusal;
  }

  /** @throws {Failure} (as a rejection) when it is refused, not sent or not answered */
  say(words: Words, page?: AbortSignal): Promise<Outcome> {
    return this.#session.request({ type: 'chat', channel: this.channel, ...words }, page);
  }
}
