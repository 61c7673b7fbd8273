// arrows.ts - the keyboard's way over a pad: one tab stop, and arrows from key to key as they lie
// on the screen.

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** What lies aside is further away than what lies ahead. */
const ASIDE = 3;

function middleOf(key: Element): [number, number] {
  const { x, y, width, height } = key.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

/** The key that an arrow, Home or End leads to; undefined where there is none. */
export function keyFrom(from: HTMLElement, keys: readonly HTMLElement[],
  pressed: string): HTMLElement | undefined {
  if (pressed === "Home") return keys[0];
  if (pressed === "End") return keys.at(-1);
  const step = STEPS[pressed];
  if (step === undefined) return undefined;
  const [x, y] = middleOf(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const key of keys) {
    const [keyX, keyY] = middleOf(key);
    const [across, down] = [keyX - x, keyY - y];
    const ahead = across * step[0] + down * step[1];
    const way = ahead + ASIDE * Math.abs(across * step[1] + down * step[0]);
    if (ahead < 1 || way >= least) continue;
    best = key;
    least = way;
  }
  return best;
}
