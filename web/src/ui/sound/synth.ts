// synth.ts - the sounds of a table, made here and now: wood on wood, paper, a few soft notes. No
// files; the browser's own audio.
export type Sound = "lay" | "draw" | "right" | "wrong" | "win" | "lose" | "bell";

const LOUDNESS = 0.16;
/** What a phone does meanwhile, in milliseconds: on, off, on. */
const SHAKES: Partial<Record<Sound, number[]>> = {
  lay: [8],
  wrong: [25, 40, 25],
  bell: [200, 100, 200],
  win: [20, 60, 20, 60, 60],
};

let context: AudioContext | null = null;
let out: GainNode | null = null;

function open(): { context: AudioContext; out: GainNode } {
  context ??= new AudioContext();
  if (out === null) {
    out = context.createGain();
    out.gain.value = LOUDNESS;
    out.connect(context.destination);
  }
  return { context, out };
}

/** A level that jumps to `peak` and fades away. */
function fading(at: number, peak: number, seconds: number): GainNode {
  const { context, out } = open();
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.linearRampToValueAtTime(peak, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(out);
  return gain;
}

function note(hertz: number, wait: number, seconds: number, peak = 0.8): void {
  const { context } = open();
  const at = context.currentTime + wait;
  const wave = context.createOscillator();
  wave.type = "triangle";
  wave.frequency.value = hertz;
  wave.connect(fading(at, peak, seconds));
  wave.start(at);
  wave.stop(at + seconds);
}

/** Noise around a pitch that may slide: a knock when short, paper when longer. */
function rustle(from: number, to: number, seconds: number, peak: number): void {
  const { context } = open();
  const { currentTime: at, sampleRate } = context;
  const buffer = context.createBuffer(1, Math.ceil(sampleRate * seconds), sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = 1.2;
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(filter).connect(fading(at, peak, seconds));
  source.start(at);
}

const SOUNDS: Record<Sound, () => void> = {
  lay: () => {
    rustle(1900, 900, 0.05, 1);
    note(190, 0, 0.07, 0.7);
  },
  draw: () => rustle(900, 3200, 0.16, 0.5),
  right: () => [523, 784].forEach((hertz, i) => note(hertz, i * 0.09, 0.28, 0.5)),
  wrong: () => [262, 220].forEach((hertz, i) => note(hertz, i * 0.12, 0.26, 0.6)),
  win: () => [523, 659, 784, 1047, 784, 1047].forEach((hertz, i) =>
    note(hertz, i * 0.13, i === 5 ? 0.9 : 0.4, 0.55)),
  bell: () => [0, 0.45, 0.9].forEach((wait) =>
    [880, 1760, 2637].forEach((hertz, i) => note(hertz, wait, 1.2 - i * 0.3, 0.9 / (i + 1)))),
  lose: () => [392, 440, 330].forEach((hertz, i) => note(hertz, i * 0.2, 0.6, 0.4)),
};

/** The browser takes its time to open its audio: better before a card is flying. */
export function prepare(): void {
  open();
}

export function make(sound: Sound): void {
  void open().context.resume();
  SOUNDS[sound]();
  const shake = SHAKES[sound];
  if (shake !== undefined && "vibrate" in navigator) navigator.vibrate(shake);
}
