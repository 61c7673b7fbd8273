// XA-19 and PA-16: what became of the jokers that lay on the table. Every joker is
// given a final joker with a common role (kept) or a filling card (freed), by trying
// all assignments. A role is a text such as "run r6", "set y9", "row GB", "set p".

import { countIn } from "./bags.mjs";

/**
 * Tries every assignment and returns the numbers of freed jokers that are possible;
 * the empty set means that the jokers moved against the rules.
 *
 * before: jokers that lay there, {roles, own}: own = the cards of its combination
 * after:  jokers of the final table, {roles}
 * cards:  ordinary cards of the final table, {card, roles}: the roles each fills
 * fromRack: the bag of cards that may free (joker_swap=rack), or null for any
 */
export function freedCounts(before, after, cards, fromRack) {
  const counts = new Set();
  const seen = new Set();
  const usedJokers = after.map(() => false);
  const usedCards = cards.map(() => false);

  const rackAllows = (card) => {
    if (fromRack === null) return true;
    const used = cards.filter((c, i) => usedCards[i] && c.card === card).length;
    return used < countIn(fromRack, card);
  };

  const search = (index, freed) => {
    if (index === before.length) {
      counts.add(freed);
      return;
    }
    const key = JSON.stringify([index, freed, usedJokers, usedCards]);
    if (seen.has(key)) return;
    seen.add(key);
    const joker = before[index];
    after.forEach((final, i) => {
      if (usedJokers[i] || !shareRole(joker.roles, final.roles)) return;
      usedJokers[i] = true;
      search(index + 1, freed);
      usedJokers[i] = false;
    });
    cards.forEach(({ card, roles }, i) => {
      if (usedCards[i] || joker.own.includes(card)) return;
      if (!shareRole(joker.roles, roles) || !rackAllows(card)) return;
      usedCards[i] = true;
      search(index + 1, freed + 1);
      usedCards[i] = false;
    });
  };
  search(0, 0);
  return counts;
}

function shareRole(roles, others) {
  return roles.some((role) => others.includes(role));
}
