import { DEFAULT_PRESET, isLive, PRESETS, QUICK_PRESETS, sameClock, type Preset } from '$lib/game/clock/presets';
import type { Mode, RoomSummary, Seek, TournamentSummary } from '$lib/base/protocol/types';

import { seekingFor, waitingFor, type QuickGame } from './waiting-games';

/** The clocks that players seek most. */
const POPULAR: readonly Preset[] = [PRESETS[DEFAULT_PRESET], PRESETS[1]].flatMap((preset) => preset ?? []);

/** The time before a tournament in which it is offered, in microseconds. */
const SOON = 15 * 60 * 1_000_000;

/** Another game to seek, and the number of players who wait for it. */
export interface OtherGame {
  readonly game: QuickGame;
  readonly waiting: number;
}

/** The live game of the same mode with another clock for which most players wait; if there is none, a popular one. */
export function otherGame(
  sought: QuickGame,
  rooms: readonly RoomSummary[],
  seeks: readonly Seek[],
  user: string | null,
): OtherGame | null {
  const isOther = ({ clock }: Preset): boolean => isLive(clock) && !sameClock(clock, sought.clock);
  const others = QUICK_PRESETS.filter(isOther).map(({ clock }) => countOf({ mode: sought.mode, clock }));
  const [most] = others.toSorted((a, b) => b.waiting - a.waiting);
  if (most !== undefined && most.waiting > 0) return most;
  const popular = POPULAR.find(isOther);
  return popular === undefined ? null : countOf({ mode: sought.mode, clock: popular.clock });

  function countOf(game: QuickGame): OtherGame {
    return { game, waiting: waitingFor(game, rooms, user).length + seekingFor(game, seeks, user).length };
  }
}

/** A tournament for a mode that starts within a quarter of an hour, and that every player may enter. */
export interface SoonTournament {
  readonly tournament: TournamentSummary;
  /** In microseconds since the Unix epoch. */
  readonly at: number;
}

/**
 * The first such tournament.
 *
 * @param now in microseconds since the Unix epoch
 */
export function startingSoon(tournaments: readonly TournamentSummary[], mode: Mode, now: number): SoonTournament | null {
  const soon = tournaments.flatMap((tournament) => {
    const { start, status, admission, club, participants, capacity } = tournament;
    const isOpen = status === 'registering' && admission === 'open' && club === null && tournament.mode === mode && participants < capacity;
    if (!isOpen || start.kind !== 'at' || start.at <= now || start.at > now + SOON) return [];
    return [{ tournament, at: start.at }];
  });
  return soon.toSorted((a, b) => a.at - b.at)[0] ?? null;
}
