import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { settings } from '$lib/base/settings/settings.svelte';

import { SCORE, type Sound } from './score';
import { Sounds } from './sounds';
import { Synth } from './synth';

/** Records the calls of an audio context. */
class FakeContext {
  state = 'suspended';
  readonly currentTime = 7;
  readonly sampleRate = 8000;
  readonly destination = {};
  readonly started: number[] = [];
  readonly stopped: number[] = [];
  readonly volumes: number[] = [];

  resume(): Promise<void> {
    this.state = 'running';
    return Promise.resolve();
  }

  createGain(): object {
    const { volumes } = this;
    const gain = { ...parameter(), set value(volume: number) { volumes.push(volume); } };
    return { gain, connect: through };
  }

  createOscillator(): object {
    return { frequency: parameter(), connect: through, ...this.#source() };
  }

  createBufferSource(): object {
    return { connect: through, ...this.#source() };
  }

  createBiquadFilter(): object {
    return { frequency: parameter(), connect: through };
  }

  createBuffer(_: number, length: number): object {
    return { getChannelData: () => new Float32Array(length) };
  }

  #source(): object {
    return { start: (at: number) => this.started.push(at), stop: (at: number) => this.stopped.push(at) };
  }
}

function through(node: unknown): unknown {
  return node;
}

function parameter(): { setValueAtTime: () => void; exponentialRampToValueAtTime: () => void } {
  return { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
}

function synthIn(context: FakeContext): Synth {
  return new Synth(context as unknown as AudioContext);
}

describe('the synthesiser', () => {
  it('schedules every tone of each sound, relative to the current time', async () => {
    for (const sound of Object.keys(SCORE) as Sound[]) {
      const context = new FakeContext();
      await synthIn(context).play(sound, 0.4);
      const tones = SCORE[sound];
      expect(context.state).toBe('running');
      expect(context.volumes).toEqual([0.4]);
      expect(context.started).toEqual(tones.map(({ at }) => 7 + at / 1000));
      expect(context.stopped).toEqual(tones.map(({ at, ms }) => 7 + at / 1000 + ms / 1000));
    }
  });

  it('has different sounds for moves, pushes and ejections', () => {
    expect(new Set([SCORE.move, SCORE.push, SCORE.eject].map((tones) => JSON.stringify(tones))).size).toBe(3);
  });
});

describe('the sounds of a page', () => {
  const play = vi.fn(() => Promise.resolve());
  const load = vi.fn(() => Promise.resolve({ play } as unknown as Synth));
  let active: boolean | undefined;

  beforeEach(() => {
    active = true;
    play.mockClear();
    load.mockClear();
    vi.stubGlobal('AudioContext', vi.fn());
    vi.stubGlobal('navigator', { get userActivation() { return active === undefined ? undefined : { hasBeenActive: active }; } });
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    settings.set('sound', 'on');
    settings.set('volume', 'medium');
  });

  it('are loaded once, on the first sound, and are played at the chosen volume', async () => {
    const sounds = new Sounds(load);
    expect(load).not.toHaveBeenCalled();
    sounds.play('move');
    settings.set('volume', 'loud');
    sounds.play('push');
    await vi.waitFor(() => expect(play).toHaveBeenCalledTimes(2));
    expect(load).toHaveBeenCalledTimes(1);
    expect(play).toHaveBeenLastCalledWith('push', 0.9);
  });

  it('are not loaded before the first input, if they are switched off, or without an audio context', () => {
    const sounds = new Sounds(load);
    active = false;
    sounds.play('move');
    active = true;
    settings.set('sound', 'off');
    sounds.play('move');
    settings.set('sound', 'on');
    vi.unstubAllGlobals();
    vi.stubGlobal('navigator', {});
    sounds.play('move');
    expect(load).not.toHaveBeenCalled();
  });

  it('are loaded again after a failure', async () => {
    const failing = vi.fn().mockRejectedValueOnce(new Error('offline')).mockImplementation(load);
    const sounds = new Sounds(failing as () => Promise<Synth>);
    sounds.play('move');
    await vi.waitFor(() => {
      sounds.play('move');
      expect(failing).toHaveBeenCalledTimes(2);
    });
    await vi.waitFor(() => expect(play).toHaveBeenCalled());
  });
});
