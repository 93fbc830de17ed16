import { study } from '$lib/base/api/studies';
import { failureOf, type Failure } from '$lib/base/protocol/failure';
import type { Refusal } from '$lib/base/protocol/refusal';
import type { StudyEdit, StudyViewer } from '$lib/base/protocol/types';
import type { Session } from '$lib/base/session/session.svelte';
import type { StudyFollower, StudyMessage } from '$lib/base/socket/topics/topic';
import type { Following } from '$lib/base/socket/topics/topics';

import { after, childOf, fromDetail, mayWrite, type StudyState } from './state';

/** An edit of the user that the server has not confirmed yet. Until then an added node has a negative number. */
interface Pending {
  readonly edit: StudyEdit;
  readonly node: number;
  /** The event of the answer; `null` until there is one. */
  readonly seq: number | null;
}

/** The time between two messages with the user's position. */
const POINT_MS = 400;

/** A study that several users edit: its state, the user's own edits on their way, and who is present. */
export class StudyRoom implements StudyFollower {
  readonly id: string;
  /** The state that the server has confirmed; `null` until it is loaded. */
  confirmed = $state.raw<StudyState | null>(null);
  viewers = $state.raw<readonly StudyViewer[]>([]);
  /** The number of connections that follow the study. */
  count = $state(0);
  failure = $state.raw<Failure | null>(null);
  /** Whether the study was deleted, or the user may no longer read it. */
  gone = $state(false);
  #pending = $state.raw<readonly Pending[]>([]);
  /** The state with the user's own edits. */
  readonly state = $derived<StudyState | null>(
    this.confirmed === null ? null : this.#pending.reduce((state, { edit, node }) => after(state, edit, node), this.confirmed),
  );
  readonly mayWrite = $derived.by(() => this.state !== null && mayWrite(this.state, this.#session.user));
  readonly isOwner = $derived.by(() => this.state !== null && this.state.owner.id === this.#session.user?.id);
  /** Whether edits wait for the server. */
  readonly saving = $derived(this.#pending.length > 0);
  readonly #session: Session;
  readonly #showError: (failure: Failure) => void;
  #following: Following | null = null;
  #loading = false;
  #isSending = false;
  #lastNode = 0;
  #closed = false;
  #place: { readonly chapter: number; readonly node: number } | null = null;
  #pointing: ReturnType<typeof setTimeout> | undefined;

  /** @param showError handles rejected edits */
  constructor(id: string, session: Session, showError: (failure: Failure) => void) {
    this.id = id;
    this.#session = session;
    this.#showError = showError;
  }

  /** Loads and follows the study until the function that is returned is called. */
  open(): () => void {
    void this.load();
    return () => {
      this.#closed = true;
      clearTimeout(this.#pointing);
      this.#following?.end();
    };
  }

  async load(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    try {
      const state = fromDetail(await this.#session.look((token) => study(this.id, token)));
      if (this.#closed) return;
      [this.failure, this.gone] = [null, false];
      if (this.confirmed === null || state.seq >= this.confirmed.seq) this.confirmed = state;
      this.#settle();
      if (this.#following === null) this.#following = this.#session.connection.follow({ kind: 'study', id: this.id }, this);
      else this.#following.again();
    } catch (error) {
      const failure = failureOf(error);
      if (this.confirmed === null) this.failure = failure;
      else setTimeout(() => void (this.#closed ? undefined : this.load()), 2000);
    } finally {
      this.#loading = false;
    }
  }

  since(): number {
    return this.confirmed?.seq ?? 0;
  }

  begun(): void {
    if (this.#place !== null) this.#sendPlace();
  }

  receive(message: StudyMessage): void {
    switch (message.type) {
      case 'study':
        this.#event(message.seq, message.reset === true ? null : (message.change ?? null));
        break;
      case 'study_presence':
        [this.viewers, this.count] = [message.viewers, message.count];
        break;
      case 'study_closed':
        this.gone = true;
        break;
    }
  }

  /** @param edit `null` if the study must be read again */
  #event(seq: number, edit: StudyEdit | null): void {
    const known = this.confirmed;
    if (known === null || (edit !== null && seq <= known.seq)) return;
    // The message has no name of a new member.
    const isNewMember = edit?.edit === 'set_member' && !known.members.some(({ user }) => user.id === edit.user);
    if (edit === null || isNewMember) {
      void this.load();
    } else if (seq > known.seq + 1) {
      this.#following?.again();
    } else {
      this.confirmed = { ...after(known, edit), seq };
      this.#settle();
    }
  }

  onError(refusal: Refusal): void {
    if (refusal.code === 'no_such_study') this.gone = true;
    else this.#showError(refusal);
  }

  /** Shows an edit at once, and sends it after the earlier ones. */
  edit(edit: StudyEdit): void {
    this.#lastNode -= 1;
    this.#pending = [...this.#pending, { edit, node: this.#lastNode, seq: null }];
    void this.#send();
  }

  /** Shows the user's position to the others. */
  point(chapter: number, node: number): void {
    // Without a number of the server's, the position is on its way.
    if (node < 0 || (this.#place?.chapter === chapter && this.#place.node === node)) return;
    this.#place = { chapter, node };
    clearTimeout(this.#pointing);
    this.#pointing = setTimeout(() => this.#sendPlace(), POINT_MS);
  }

  #sendPlace(): void {
    if (this.#place === null) return;
    const command = { type: 'point_in_study', study: this.id, ...this.#place } as const;
    // A lost message does no harm: the next one replaces it.
    this.#session.request(command).catch(() => undefined);
  }

  /** Sends one edit at a time: the next one may need the number of its node. */
  async #send(): Promise<void> {
    const [first] = this.#pending;
    if (this.#isSending || first === undefined || first.seq !== null) return;
    this.#isSending = true;
    try {
      const { seq = 0 } = await this.#session.request({ type: 'edit_study', study: this.id, change: first.edit });
      this.#pending = this.#pending.map((each) => (each.node === first.node ? { ...each, seq } : each));
    } catch (error) {
      this.#drop(first.node);
      this.#showError(failureOf(error));
    } finally {
      this.#isSending = false;
    }
    this.#settle();
    void this.#send();
  }

  /** Removes the first edit once its event has arrived. */
  #settle(): void {
    const [first, ...rest] = this.#pending;
    if (first === undefined || first.seq === null || this.confirmed === null || this.confirmed.seq < first.seq) return;
    this.#pending = rest.map((each) => ({ ...each, edit: this.#numbered(each.edit, first) }));
    void this.#send();
  }

  /** The edit with the server's number in place of the one that an earlier edit had. */
  #numbered(edit: StudyEdit, { edit: earlier, node }: Pending): StudyEdit {
    if (earlier.edit !== 'add_node') return edit;
    const chapter = this.confirmed?.chapters.find(({ id }) => id === earlier.chapter);
    const known = childOf(chapter, earlier.parent, earlier.move);
    if (known === null) return edit;
    if (edit.edit === 'add_node' && edit.parent === node) return { ...edit, parent: known };
    return 'node' in edit && edit.node === node ? { ...edit, node: known } : edit;
  }

  /** Drops an edit, and those that need its node. */
  #drop(node: number): void {
    const needs = ({ edit }: Pending): boolean => (edit.edit === 'add_node' ? edit.parent === node : 'node' in edit && edit.node === node);
    const dependent = this.#pending.filter(needs);
    this.#pending = this.#pending.filter((each) => each.node !== node && !needs(each));
    for (const each of dependent) this.#drop(each.node);
  }
}
