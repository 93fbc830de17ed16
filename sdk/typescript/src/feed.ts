import { Reader, type Connection } from './reader.js';
import type { BoardsOf, ChatChannel, Command, MyGame, RoomSummary, Seek, ServerMessage } from './types.js';

/** The topic of a {@link Feed}: one of these fields. */
export type FeedTopic =
  { boards: BoardsOf } | { chat: ChatChannel } | { analysis: string } | { tournament: string } | { lobby: string } | { my_games: true };

/**
 * A subscription whose messages the program handles itself: a chat, live boards, an analysis or a tournament. After a new connection, and
 * after a full queue, the server sends the whole state again.
 */
export class Feed extends Reader<ServerMessage> {
  readonly #subject: FeedTopic;

  constructor(connection: Connection, subject: FeedTopic) {
    const [kind, value] = Object.entries(subject)[0] as [string, unknown];
    super(connection, kind, value);
    this.#subject = subject;
  }

  async next(): Promise<ServerMessage> {
    for (;;) {
      if (this.hasLostItems) {
        this.hasLostItems = false;
        this.clear();
        this.connection.requestAgain(this.topic);
      }
      const item = await this.take();
      if (item !== 'begun') return item;
    }
  }

  begin(): Command {
    return { type: 'subscribe', ...this.#subject };
  }

  protected finish(): Command {
    return { type: 'unsubscribe', ...this.#subject };
  }
}

type ListMessage = Extract<ServerMessage, { type: 'lobby' | 'my_games' }>;

/** A list of rooms that advances with each `next`: a lobby, or the user's games. */
export class RoomList<Listed extends RoomSummary | MyGame> extends Feed {
  rooms: Listed[] = [];
  /** The seeks of a lobby. */
  seeks: Seek[] = [];
  #isKnown = false;

  override async next(): Promise<ListMessage> {
    const message = (await super.next()) as ListMessage;
    const seeks: { seeks?: Seek[]; seeks_gone?: string[] } = message.type === 'lobby' ? message : {};
    this.rooms = changed(this.rooms, message.rooms as Listed[], message.gone, message.full, (room) => room.room);
    this.seeks = changed(this.seeks, seeks.seeks ?? [], seeks.seeks_gone ?? [], message.full, (seek) => seek.id);
    this.#isKnown ||= message.full;
    return message;
  }

  /** Waits for the first whole list. */
  async load(): Promise<void> {
    while (!this.#isKnown) await this.next();
  }
}

/** Returns a list after a change: known entries are replaced in their place, new ones come first. */
function changed<Entry>(entries: Entry[], fresh: Entry[], gone: string[], full: boolean, idOf: (entry: Entry) => string): Entry[] {
  if (full) return [...fresh];
  const byId = new Map(fresh.map((entry) => [idOf(entry), entry]));
  const known = new Set(entries.map(idOf));
  const kept = entries.filter((entry) => !gone.includes(idOf(entry))).map((entry) => byId.get(idOf(entry)) ?? entry);
  return [...fresh.filter((entry) => !known.has(idOf(entry))), ...kept];
}
