// glicko.ts - how good somebody is, by Glicko-2 (Glickman, "Example of the Glicko-2 system"): a
// rating, how sure it is, and how much it swings. Every puzzle is a period of its own.

export interface Rating {
  rating: number;
  deviation: number;
  volatility: number;
}

/** One game: against whom, and what came of it, 1 or 0. */
export interface Game {
  rating: number;
  deviation: number;
  score: number;
}

export const UNRATED: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };
/** Nobody is ever known so well that nothing would move any more. */
const DEVIATION_MIN = 45;
const DEVIATION_MAX = 350;
const SCALE = 173.7178;
/** How freely the volatility changes. */
const TAU = 0.5;
const CLOSE = 0.000001;

const g = (phi: number): number => 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));

/** The new volatility, by the paper's fifth step (the Illinois algorithm). */
function volatilityOf(sigma: number, phi: number, v: number, delta: number): number {
  const a = Math.log(sigma * sigma);
  const f = (x: number): number => {
    const e = Math.exp(x);
    const sum = phi * phi + v + e;
    return (e * (delta * delta - sum)) / (2 * sum * sum) - (x - a) / (TAU * TAU);
  };
  let low = a;
  let high: number;
  if (delta * delta > phi * phi + v) {
    high = Math.log(delta * delta - phi * phi - v);
  } else {
    let k = 1;
    while (f(a - k * TAU) < 0) k++;
    high = a - k * TAU;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > CLOSE) {
    const next = low + ((low - high) * atLow) / (atHigh - atLow);
    const atNext = f(next);
    if (atNext * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [next, atNext];
  }
  return Math.exp(low / 2);
}

/** The rating after these games, which are one period. */
export function rate(player: Rating, games: readonly Game[]): Rating {
  const mu = (player.rating - UNRATED.rating) / SCALE;
  const phi = player.deviation / SCALE;
  let weight = 0;
  let gain = 0;
  for (const { rating, deviation, score } of games) {
    const weigh = g(deviation / SCALE);
    const expected = 1 / (1 + Math.exp(-weigh * (mu - (rating - UNRATED.rating) / SCALE)));
    weight += weigh * weigh * expected * (1 - expected);
    gain += weigh * (score - expected);
  }
  if (games.length === 0) return player;
  const v = 1 / weight;
  const volatility = volatilityOf(player.volatility, phi, v, v * gain);
  const before = Math.sqrt(phi * phi + volatility * volatility);
  const after = 1 / Math.sqrt(1 / (before * before) + 1 / v);
  return {
    rating: UNRATED.rating + SCALE * (mu + after * after * gain),
    deviation: Math.min(DEVIATION_MAX, Math.max(DEVIATION_MIN, SCALE * after)),
    volatility,
  };
}
