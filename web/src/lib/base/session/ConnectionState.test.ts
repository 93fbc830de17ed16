import { cleanup, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ConnectionState from './ConnectionState.svelte';
import { Session } from './session.svelte';

let session: Session;

beforeEach(() => {
  vi.useFakeTimers();
  session = new Session(vi.fn());
  render(ConnectionState, { session });
  turn('open');
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function turn(state: Session['state'], forMs = 0): void {
  session.state = state;
  session.steady.turn(state);
  vi.advanceTimersByTime(forMs);
  flushSync();
}

function announced(): string {
  return screen.getByRole('status').textContent;
}

describe('the connection state', () => {
  it('is announced once when the connection is lost, and once when it is back', () => {
    expect(announced()).toBe('');
    const heard = new Set<string>();
    turn('doubtful', 3000);
    heard.add(announced());
    for (let attempt = 0; attempt < 5; attempt += 1) {
      turn('waiting', 500);
      heard.add(announced());
      turn('connecting', 500);
      heard.add(announced());
    }
    expect([...heard]).toEqual(['Connection lost.']);
    turn('open', 1000);
    expect(announced()).toBe('Reconnected.');
  });

  it('is not announced for a short interruption', () => {
    turn('waiting', 300);
    turn('connecting', 300);
    turn('open', 1000);
    expect(announced()).toBe('');
    expect(screen.queryByText('Reconnecting…')).toBeNull();
  });

  it('shows the number of unsent moves and actions while disconnected', () => {
    session.pending = ['play'];
    flushSync();
    expect(screen.queryByText('1 move not sent yet')).toBeNull();
    turn('waiting', 1000);
    expect(screen.getByText('1 move not sent yet')).toBeTruthy();
    session.pending = ['resign', 'offer'];
    flushSync();
    expect(screen.getByText('2 actions not sent yet')).toBeTruthy();
    session.pending = [];
    flushSync();
    expect(screen.getByText('Reconnecting…')).toBeTruthy();
  });
});
