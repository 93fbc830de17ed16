import type {
  DailyPuzzle,
  Mode,
  NewPuzzleAttempt,
  NewPuzzleRun,
  NewPuzzleVote,
  NewRunAttempt,
  Puzzle,
  PuzzleDifficulty,
  PuzzleRun,
  PuzzleSolver,
  PuzzleTheme,
  PuzzleVerdict,
  PuzzleVote,
  RunKind,
  RunLeader,
  RunLeaderboard,
  RunPeriod,
} from '$lib/base/protocol/types';
import { ask } from './ask';

/** The caller's token, for browsers that store no cookie. */
type Token = string | null;

/** The conditions on the next puzzle. */
export interface PuzzleChoice {
  readonly mode: Mode;
  /** `null` for any theme. */
  readonly theme: PuzzleTheme | null;
  readonly difficulty: PuzzleDifficulty;
}

/** The puzzle of the day. */
export function dailyPuzzle(): Promise<DailyPuzzle> {
  return ask<DailyPuzzle>('/puzzles/daily');
}

export function puzzle(id: string): Promise<Puzzle> {
  return ask<Puzzle>(path(id));
}

/** A puzzle that the caller has not attempted. */
export function nextPuzzle({ mode, theme, difficulty }: PuzzleChoice, token: Token): Promise<Puzzle> {
  const query = new URLSearchParams({ mode, difficulty, ...(theme !== null && { theme }) });
  return ask<Puzzle>(`/puzzles/next?${query}`, {}, token);
}

/** @param moves the solver's, up to the first that is wrong; none to concede */
export function attemptPuzzle(id: string, moves: readonly string[], token: Token): Promise<PuzzleVerdict> {
  const body: NewPuzzleAttempt = { moves: [...moves] };
  return send('POST', `${path(id)}/attempts`, body, token);
}

/** Votes on a puzzle that the caller has attempted. */
export function voteOnPuzzle(id: string, vote: PuzzleVote, token: Token): Promise<void> {
  const body: NewPuzzleVote = { vote };
  return send('PUT', `${path(id)}/vote`, body, token);
}

/** The caller's rating in puzzles, and best runs. */
export function puzzleSolver(token: Token): Promise<PuzzleSolver> {
  return ask<PuzzleSolver>('/me/puzzles', {}, token);
}

/** The address of the caller's first attempts, as a file with a JSON object on each line. */
export const ATTEMPTS_FILE = '/api/v1/me/puzzles/attempts';

/** Starts a run, which replaces the caller's last run of its kind. */
export function startRun(kind: RunKind, token: Token): Promise<PuzzleRun> {
  const body: NewPuzzleRun = { kind };
  return send('POST', '/puzzles/runs', body, token);
}

export function puzzleRun(id: string, token: Token): Promise<PuzzleRun> {
  return ask<PuzzleRun>(`/puzzles/runs/${encodeURIComponent(id)}`, {}, token);
}

/** @returns the run with its next puzzle */
export function attemptInRun(id: string, attempt: NewRunAttempt, token: Token): Promise<PuzzleRun> {
  return send('POST', `/puzzles/runs/${encodeURIComponent(id)}/attempts`, attempt, token);
}

/** The players with the best scores. The browser's copy may be older than a run that has just ended. */
export async function runLeaders(kind: RunKind, period: RunPeriod): Promise<readonly RunLeader[]> {
  const query = new URLSearchParams({ period });
  return (await ask<RunLeaderboard>(`/puzzles/leaderboards/${kind}?${query}`, { cache: 'no-cache' })).users;
}

function path(id: string): string {
  return `/puzzles/${encodeURIComponent(id)}`;
}

function send<T>(method: 'POST' | 'PUT', path: string, body: object, token: Token): Promise<T> {
  return ask<T>(path, { method, body: JSON.stringify(body) }, token);
}
