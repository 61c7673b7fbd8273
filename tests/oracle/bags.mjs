// Multisets of cards, as plain Maps from a card's text to how often it is there.
// Owns nothing about games; every rule about "which cards" is arithmetic on these.

/** The multiset of a list of cards. */
export function bagOf(cards) {
  const bag = new Map();
  for (const card of cards) bag.set(card, (bag.get(card) ?? 0) + 1);
  return bag;
}

export function countIn(bag, card) {
  return bag.get(card) ?? 0;
}

/** What `bag` holds beyond `other`. */
export function bagMinus(bag, other) {
  const rest = new Map();
  for (const [card, count] of bag) {
    const left = count - countIn(other, card);
    if (left > 0) rest.set(card, left);
  }
  return rest;
}

export function bagSize(bag) {
  let size = 0;
  for (const count of bag.values()) size += count;
  return size;
}

/** The cards of a bag as a list. */
export function bagCards(bag) {
  return [...bag].flatMap(([card, count]) => Array(count).fill(card));
}

export function sameBag(a, b) {
  return bagSize(bagMinus(a, b)) === 0 && bagSize(bagMinus(b, a)) === 0;
}

/** The list without the first occurrences of what the bag holds; order is kept. */
export function listWithout(cards, bag) {
  const gone = new Map(bag);
  return cards.filter((card) => {
    const left = countIn(gone, card);
    if (left > 0) gone.set(card, left - 1);
    return left === 0;
  });
}

/** Those cards of the list that the bag holds, first occurrences, order kept. */
export function listWithin(cards, bag) {
  const wanted = new Map(bag);
  return cards.filter((card) => {
    const left = countIn(wanted, card);
    if (left > 0) wanted.set(card, left - 1);
    return left > 0;
  });
}
