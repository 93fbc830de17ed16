import { SCORE, type Sound, type Tone } from './score';

const SECOND_MS = 1000;
/** The gain at which a tone counts as silent: an exponential fall never reaches 0. */
const SILENCE = 0.0001;
const NOISE_SECONDS = 0.5;

/** Synthesises the sounds of the game from tones and noise: there are no files. */
export class Synth {
  readonly #context: AudioContext;
  #noise: AudioBuffer | null = null;

  constructor(context = new AudioContext()) {
    this.#context = context;
  }

  /** @param volume 0 to 1 */
  async play(sound: Sound, volume: number): Promise<void> {
    const context = this.#context;
    // The browser suspends it while the page is hidden, and before the first gesture.
    if (context.state !== 'running') await context.resume();
    const all = context.createGain();
    all.gain.value = volume;
    all.connect(context.destination);
    for (const tone of SCORE[sound]) this.#sound(tone, all);
  }

  #sound(tone: Tone, into: AudioNode): void {
    const context = this.#context;
    const begin = context.currentTime + tone.at / SECOND_MS;
    const end = begin + tone.ms / SECOND_MS;
    const gain = context.createGain();
    gain.gain.setValueAtTime(tone.gain, begin);
    gain.gain.exponentialRampToValueAtTime(SILENCE, end);
    gain.connect(into);
    const source = tone.wave === 'noise' ? this.#hiss(tone, begin, end, gain) : this.#voice(tone, tone.wave, begin, end, gain);
    source.start(begin);
    source.stop(end);
  }

  #voice({ hz, to }: Tone, wave: OscillatorType, begin: number, end: number, into: AudioNode): AudioScheduledSourceNode {
    const voice = this.#context.createOscillator();
    voice.type = wave;
    glide(voice.frequency, hz, to, begin, end);
    voice.connect(into);
    return voice;
  }

  #hiss({ hz, to }: Tone, begin: number, end: number, into: AudioNode): AudioScheduledSourceNode {
    const source = this.#context.createBufferSource();
    source.buffer = this.#noise ??= noise(this.#context);
    const filter = this.#context.createBiquadFilter();
    filter.type = 'bandpass';
    glide(filter.frequency, hz, to, begin, end);
    source.connect(filter).connect(into);
    return source;
  }
}

function glide(parameter: AudioParam, from: number, to: number | undefined, begin: number, end: number): void {
  parameter.setValueAtTime(from, begin);
  if (to !== undefined) parameter.exponentialRampToValueAtTime(to, end);
}

function noise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate * NOISE_SECONDS, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}
