// pack.ts - the sorted packs of the three games, which every shuffle starts from
// (docs/shuffle.md, "The sorted pack").

const range = (last: number) => Array.from({ length: last }, (_, i) => i + 1);
const coloured = (colours: string, last: number) =>
  [...colours].flatMap((colour) => range(last).map((number) => colour + number));

const capitals = "S A N F I GB L E FIN DK P CH B IRL NL GR D".split(" ");
const categories = "p c s e f l".split(" ");

interface Pack {
  kinds: string[];
  copies: number;
  jokers: number | "as the option says";
}

const packs: Record<string, Pack> = {
  exclusiv: { kinds: coloured("ygbr", 13), copies: 2, jokers: "as the option says" },
  photo: {
    kinds: capitals.flatMap((sign) => categories.map((letter) => sign + letter)),
    copies: 1,
    jokers: 6,
  },
  princess: { kinds: coloured("gyrb", 7), copies: 2, jokers: 0 },
};

/** All cards of a game, sorted, with the value of its option `jokers`, which only exclusiv has;
 * undefined for a game that does not exist. */
export function sortedPack(game: string, jokersOption: number): string[] | undefined {
  const pack = Object.hasOwn(packs, game) ? packs[game] : undefined;
  if (pack === undefined) return undefined;
  const cards = pack.kinds.flatMap((kind) => Array<string>(pack.copies).fill(kind));
  const jokers = typeof pack.jokers === "number" ? pack.jokers : jokersOption;
  return cards.concat(Array<string>(jokers).fill("*"));
}

/** Some of the cards of a pack, sorted like it. */
export function sortLike(pack: readonly string[], cards: readonly string[]): string[] {
  return [...cards].sort((a, b) => pack.indexOf(a) - pack.indexOf(b));
}
