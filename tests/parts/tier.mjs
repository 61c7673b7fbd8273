// tier.mjs - how much a part is to do. The first tier, which everybody runs, has each part once, in
// English, on a phone and on a wide screen; `all` has every language, size and kind of hand.
export const isWhole = process.env.RUMMERY_TIER !== "first";

/** All of them; in the first tier the first ones, as many as said. */
export const fewOf = (list, count = 1) => (isWhole ? list : list.slice(0, count));
