// A small seeded generator of random choices (mulberry32), so that any generated line
// can be made again from its seed.

export function random(seed) {
  let state = hash(String(seed));
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  const chance = (share) => next() < share;
  const pick = (list) => list[below(list.length)];
  const shuffle = (list) => {
    const mixed = [...list];
    for (let i = mixed.length - 1; i > 0; i -= 1) {
      const j = below(i + 1);
      [mixed[i], mixed[j]] = [mixed[j], mixed[i]];
    }
    return mixed;
  };
  /** One of the keys of {key: weight}. */
  const weighted = (weights) => {
    let point = next() * Object.values(weights).reduce((a, b) => a + b, 0);
    for (const [key, weight] of Object.entries(weights)) {
      point -= weight;
      if (point < 0) return key;
    }
    return Object.keys(weights)[0];
  };
  return { below, chance, pick, shuffle, weighted };
}

function hash(text) {
  let value = 2166136261;
  for (const char of text) value = Math.imul(value ^ char.codePointAt(0), 16777619) >>> 0;
  return value;
}
