import { locks } from './secure';
import { read, write } from './storage';

/** Time without renewal after which a holder of a storage lock counts as gone, in milliseconds. */
const HELD_MS = 5000;
const RENEW_MS = 1500;
/** Longest delay until a tab receives the writes of another, in milliseconds. */
const SETTLE_MS = 60;
/** Interval of checks for a free lock, in case no event announces it, in milliseconds. */
const LOOK_AGAIN_MS = 250;

interface Claim {
  readonly by: string;
  /** Expiry in milliseconds since the Unix epoch. */
  readonly until: number;
}

/** Runs an action while no other tab of this browser runs one under the same name. */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const manager = locks();
  if (manager !== null) return manager.request(name, work);
  const key = `sumito-lock-${name}`;
  const self = `${Date.now()}-${Math.random()}`;
  const claim = (): boolean => write('local', key, JSON.stringify({ by: self, until: Date.now() + HELD_MS } satisfies Claim));
  await acquire(key, self, claim);
  const renewal = setInterval(claim, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    if (holder(key)?.by === self) write('local', key, null);
  }
}

/** Of several tabs that claim a free lock at once, the last write wins: each checks again when all have written. */
async function acquire(key: string, self: string, claim: () => boolean): Promise<void> {
  for (;;) {
    const other = holder(key);
    if (other !== null && other.by !== self) {
      await released(key);
      continue;
    }
    // Without storage tabs cannot coordinate.
    if (!claim()) return;
    await pause(SETTLE_MS);
    if (holder(key)?.by === self) return;
  }
}

function holder(key: string): Claim | null {
  const text = read('local', key);
  if (text === null) return null;
  try {
    const claim = JSON.parse(text) as Claim;
    return claim.until > Date.now() ? claim : null;
  } catch {
    return null;
  }
}

/** Waits until another tab has changed the lock, or some time has passed. */
function released(key: string): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener('storage', heard);
      resolve();
    };
    const heard = (event: StorageEvent): void => {
      if (event.key === key) done();
    };
    const timer = setTimeout(done, LOOK_AGAIN_MS);
    addEventListener('storage', heard);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
