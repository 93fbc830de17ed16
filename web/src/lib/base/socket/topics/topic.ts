import type { ClockReading } from '$lib/base/protocol/clock-reading';
import type { Refusal } from '$lib/base/protocol/refusal';
import type {
  Analysis,
  Board,
  ChatLine,
  Command,
  Event,
  MyGame,
  Notice,
  RoomSummary,
  SeatPresence,
  SeatRating,
  Seek,
  ServerMessage,
  Snapshot,
  TournamentChange,
} from '$lib/base/protocol/types';

/** A subscriber to all updates of a topic. */
export interface Follower {
  /** The topic cannot be followed. */
  onError(refusal: Refusal): void;
}

export interface RoomFollower extends Follower {
  /** The last `seq` known, or nothing to get a snapshot. */
  since(): number | undefined;
  snapshot(snapshot: Snapshot): void;
  event(event: Event): void;
  /** @param seats the presence of the players, by seat */
  presence(seats: readonly SeatPresence[]): void;
  /** @param seats the ratings of the players, by seat */
  ratings(seats: readonly (SeatRating | null)[]): void;
  /** The clocks have changed without an event in the game. */
  clock(reading: ClockReading): void;
  notice(notice: Notice): void;
  /** @param yours whether the user plays there from this socket, and not from another socket of theirs */
  control(yours: boolean): void;
  /** @param lines the replies that the user has prepared in a correspondence game, which replace the previous ones */
  conditionalMoves(lines: readonly (readonly string[])[]): void;
}

export interface LobbyFollower extends Follower {
  /** @param full whether `rooms` and `seeks` replace the previous lists */
  changed(rooms: readonly RoomSummary[], gone: readonly string[], full: boolean, seeks: readonly Seek[], seeksGone: readonly string[]): void;
}

export interface MyGamesFollower extends Follower {
  /** @param full whether `rooms` replaces the previous list */
  changed(rooms: readonly MyGame[], gone: readonly string[], full: boolean): void;
}

export interface AnalysisFollower extends Follower {
  /** New results, or with `full` all known results. */
  changed(analysis: Analysis): void;
}

export interface TournamentFollower extends Follower {
  /** Changes, or with `full` the whole state. */
  changed(change: TournamentChange): void;
}

export interface ChatFollower extends Follower {
  /** The last known line, or nothing to get all recent lines. */
  since(): string | undefined;
  /** @param full whether `lines` replace the previous lines */
  changed(lines: readonly ChatLine[], gone: readonly string[], full: boolean): void;
  /** The user may no longer read the channel: the subscription has ended. */
  closed(): void;
}

export interface BoardsFollower extends Follower {
  /** @param full whether `boards` are all boards and replace the previous boards */
  changed(boards: readonly Board[], gone: readonly string[], full: boolean): void;
}

/** A message about a study. */
export type StudyMessage = Extract<ServerMessage, { study: string }>;

export interface StudyFollower extends Follower {
  /** The last `seq` known. */
  since(): number;
  /** The server has accepted the subscription. */
  begun(): void;
  /** An event, who is present, or the end of the subscription. */
  receive(message: StudyMessage): void;
}

/** The follower of each kind of topic. A new kind is a line here, and its own file next to this one. */
export interface Followers {
  readonly room: RoomFollower;
  readonly lobby: LobbyFollower;
  readonly myGames: MyGamesFollower;
  readonly analysis: AnalysisFollower;
  readonly tournament: TournamentFollower;
  readonly chat: ChatFollower;
  readonly boards: BoardsFollower;
  readonly study: StudyFollower;
}

export type Kind = keyof Followers;

/**
 * A subject about which the server sends updates to subscribers: `{ kind: 'room', id }`, `{ kind: 'lobby', id: 'main' }`,
 * `{ kind: 'myGames', id: 'all' }`, `{ kind: 'analysis', id }` of a finished game, `{ kind: 'chat', id: nameOf(channel) }`,
 * `{ kind: 'tournament', id }`, `{ kind: 'study', id }`, `{ kind: 'boards', id: nameOf(of) }` of a lobby or a tournament.
 */
export interface Topic<K extends Kind = Kind> {
  readonly kind: K;
  /** Its name among the topics of its kind. */
  readonly id: string;
}

/** Subscription to the topics of a kind. */
export interface TopicKind<F extends Follower> {
  /** Whether the topic needs a user: it starts once there is one. */
  readonly needsUser: boolean;
  /** The command that subscribes, or resumes from the followers' state. */
  begin(id: string, followers: readonly F[]): Command;
  end(id: string): Command;
  /** The server has accepted the subscription. */
  begun(follower: F): void;
  /** The id of the topic of this kind that a message belongs to; `null` for other messages. */
  idOf(message: ServerMessage): string | null;
  /** Passes the content of a message to the follower. */
  deliver(message: ServerMessage, follower: F): void;
}
