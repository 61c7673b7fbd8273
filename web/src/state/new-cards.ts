// new-cards.ts - which cards of a table were not there before: marked while a record is replayed.
import type { Card, Meld } from "../game/types";

/** For each meld, the cards that the table before did not have. Equal cards are alike, so that the
 * ones in melds that look new are taken first. */
export function newCardsOf(before: readonly Meld[], now: readonly Meld[]): Card[][] {
  const spare = new Map<Card, number>();
  for (const card of before.flatMap(({ cards }) => cards))
    spare.set(card, (spare.get(card) ?? 0) + 1);
  const isOld = ({ cards }: Meld) =>
    before.some((meld) => meld.cards.join(" ") === cards.join(" "));
  const brought = now.map((): Card[] => []);
  const take = (meld: Meld, i: number): void => {
    for (const card of meld.cards) {
      const left = spare.get(card) ?? 0;
      if (left > 0) spare.set(card, left - 1);
      else brought[i]?.push(card);
    }
  };
  now.forEach((meld, i) => isOld(meld) && take(meld, i));
  now.forEach((meld, i) => !isOld(meld) && take(meld, i));
  return brought;
}
