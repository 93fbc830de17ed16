/** Sounds of the page. */
export type Sound = 'move' | 'push' | 'eject' | 'low' | 'tick' | 'turn' | 'start' | 'end' | 'premove' | 'error';

/** One tone of a sound. */
export interface Tone {
  /** Start, in milliseconds from the start of the sound. */
  readonly at: number;
  /** Pitch in hertz; for noise, the frequency of the filter. */
  readonly hz: number;
  /** Pitch at the end of a glide. */
  readonly to?: number;
  /** Time to fade away, in milliseconds. */
  readonly ms: number;
  /** Gain at the start: 0 to 1. */
  readonly gain: number;
  /** `noise` is the sound of glass and wood that touch. */
  readonly wave: OscillatorType | 'noise';
}

/** A glass marble that falls into its well. */
function clack(at: number, hz: number, gain: number): readonly Tone[] {
  return [
    { at, hz: hz * 3.1, ms: 28, gain: gain * 0.5, wave: 'noise' },
    { at, hz, to: hz * 0.82, ms: 75, gain, wave: 'triangle' },
    { at, hz: hz * 2.76, ms: 38, gain: gain * 0.3, wave: 'sine' },
  ];
}

function bell(at: number, hz: number, gain: number, ms = 420): readonly Tone[] {
  return [
    { at, hz, ms, gain, wave: 'sine' },
    { at, hz: hz * 2, ms: ms * 0.6, gain: gain * 0.25, wave: 'sine' },
  ];
}

/** The sounds, as a synthesiser plays them. */
export const SCORE: Readonly<Record<Sound, readonly Tone[]>> = {
  move: clack(0, 640, 0.5),
  push: [...clack(0, 760, 0.35), ...clack(55, 560, 0.6)],
  eject: [
    ...clack(0, 760, 0.35),
    ...clack(55, 540, 0.6),
    { at: 130, hz: 420, to: 120, ms: 420, gain: 0.35, wave: 'sine' },
    { at: 150, hz: 900, to: 260, ms: 380, gain: 0.22, wave: 'noise' },
    ...clack(470, 360, 0.45),
  ],
  low: [...bell(0, 880, 0.4, 220), ...bell(190, 880, 0.4, 260)],
  tick: [{ at: 0, hz: 2200, ms: 18, gain: 0.12, wave: 'noise' }],
  turn: [...bell(0, 587, 0.3), ...bell(130, 784, 0.32)],
  start: [...bell(0, 392, 0.28), ...bell(120, 523, 0.28), ...bell(240, 659, 0.32, 600)],
  end: [...bell(0, 659, 0.3), ...bell(160, 523, 0.3), ...bell(320, 392, 0.34, 800)],
  premove: clack(0, 980, 0.22),
  error: [{ at: 0, hz: 150, to: 110, ms: 130, gain: 0.35, wave: 'triangle' }],
};
