import type { Client } from './client.js';
import { Closed, Refused } from './errors.js';
import type { Room } from './room.js';
import type { ErrorCode, GameResult, Snapshot } from './types.js';

/** A bot: returns its move in a state, in which it is to move. */
export type Choose = (state: Readonly<Snapshot>) => string | Promise<string>;

/** A move is rejected so if the game has just ended or continued: the event is in transit. */
const OVER: readonly ErrorCode[] = ['not_playing', 'time_over', 'stale_ply', 'not_your_turn'];

/** Plays the game of a room to its end; returns its result. */
export async function playGame(room: Room, choose: Choose): Promise<GameResult> {
  while (room.state.result === null) {
    if (!(await playMove(room, choose))) await room.next();
  }
  return room.state.result;
}

/** Plays a move if it is the user's turn; returns whether a move was played. */
export async function playMove(room: Room, choose: Choose): Promise<boolean> {
  if (!room.isMyTurn) return false;
  try {
    await room.play(await choose(room.state));
    return true;
  } catch (failure) {
    if (failure instanceof Refused && OVER.includes(failure.code)) return false;
    throw failure;
  }
}

/** Plays all games of the user at the same time, until the client is closed. Calls `finished` with each game that has ended. */
export async function serve(client: Client, choose: Choose, finished?: (room: Room) => void): Promise<void> {
  const own = await client.myGames();
  const playing = new Set<string>();
  await new Promise<void>((resolve, reject) => {
    const fail = (failure: Error): void => {
      if (!(failure instanceof Closed)) reject(failure);
    };
    const start = (): void => {
      for (const { room, game, status } of own.rooms) {
        if (status !== 'playing' || game === null || playing.has(game)) continue;
        playing.add(game);
        play(client, room, choose, finished).catch(fail);
      }
    };
    const follow = async (): Promise<void> => {
      start();
      for await (const _ of own) start();
    };
    follow().then(resolve, reject);
  });
}

async function play(client: Client, id: string, choose: Choose, finished?: (room: Room) => void): Promise<void> {
  const room = await client.watch(id);
  try {
    await playGame(room, choose);
    finished?.(room);
  } finally {
    room.close();
  }
}
