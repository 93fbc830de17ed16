import { playerText } from '$lib/base/i18n/words';
import type { Refusal } from '$lib/base/protocol/refusal';
import type { TournamentChange, TournamentDetail, TournamentGame, TournamentParticipant, User } from '$lib/base/protocol/types';
import type { TournamentFollower } from '$lib/base/socket/topics/topic';

import { after, put } from './fold';

/** A tournament, kept up to date by the server. */
export class Tournament implements TournamentFollower {
  /** `null` until it is loaded. */
  detail = $state.raw<TournamentDetail | null>(null);
  /** The error with which the server rejected the subscription. */
  refusal = $state.raw<Refusal | null>(null);
  readonly #people = $derived<Readonly<Record<number, TournamentParticipant>>>(
    Object.fromEntries((this.detail?.participants ?? []).map((one) => [one.number, one])),
  );

  changed(change: TournamentChange): void {
    this.refusal = null;
    this.detail = after(this.detail, change) ?? this.detail;
  }

  onError(refusal: Refusal): void {
    this.refusal = refusal;
  }

  /** Adds games of earlier rounds, which the socket does not send. */
  know(games: readonly TournamentGame[]): void {
    if (this.detail === null) return;
    this.detail = { ...this.detail, games: put([...games], this.detail.games) };
  }

  participant(number: number): TournamentParticipant | undefined {
    return this.#people[number];
  }

  name(number: number): string {
    const one = this.#people[number];
    if (one === undefined) return `${number}`;
    const [player] = one.players;
    // A team has its own name.
    return player?.name === one.name ? playerText(player) : one.name;
  }

  /** The user's current entry, or the last entry. */
  participantOf(user: User | null): TournamentParticipant | undefined {
    if (user === null) return undefined;
    return this.detail?.participants.findLast(({ players }) => players.some(({ id }) => id === user.id));
  }

  /** The current game of a player. */
  gameOf(user: User | null): TournamentGame | undefined {
    const own = this.participantOf(user);
    if (own === undefined) return undefined;
    return this.detail?.games.findLast(({ verdict, sides }) => verdict === null && sides.includes(own.number));
  }

  /** Whether the user directs the tournament. */
  isDirector(user: User | null): boolean {
    return user !== null && (this.detail?.state.directors.includes(user.id) ?? false);
  }
}
