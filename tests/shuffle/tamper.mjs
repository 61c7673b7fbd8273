// tamper.mjs - the ways to falsify a record's shuffle, each of which a verifier must find.
import { random } from "../oracle/random.mjs";

// Where the `# shuffle` line of a round stands; -1 if it has none.
export function shuffleLineOf(lines, round) {
  return lines.findIndex((line) => line.startsWith(`# shuffle round=${round} `));
}

// Another digit in one place of a hexadecimal text.
function otherDigit(hex, below) {
  const at = below(hex.length);
  const digits = "0123456789abcdef";
  const digit = digits[(digits.indexOf(hex[at]) + 1 + below(15)) % 16];
  return hex.slice(0, at) + digit + hex.slice(at + 1);
}

// Two different cards of a `deal` or `shuffle` line change places; undefined if all are alike.
function swapCards(line, below) {
  const [word, ...cards] = line.split(" ");
  const i = below(cards.length);
  const others = cards.flatMap((card, j) => (card === cards[i] ? [] : [j]));
  if (others.length === 0) return undefined;
  const j = others[below(others.length)];
  [cards[i], cards[j]] = [cards[j], cards[i]];
  return [word, ...cards].join(" ");
}

function replaceCard(line, below) {
  const [word, ...cards] = line.split(" ");
  const i = below(cards.length);
  cards[i] = cards.find((card) => card !== cards[i]);
  return [word, ...cards].join(" ");
}

const field = (name, change) => (line, below) =>
  line.replace(RegExp(`(?<= ${name}=)\\S+`), (text) => change(text, below));

function otherMix(mixes, below) {
  const list = mixes.split(",");
  const seat = below(list.length);
  list[seat] = list[seat] === "-" ? "00" : otherDigit(list[seat], below);
  return list.join(",");
}

const lineChanges = {
  "a digit of the seed": field("seed", otherDigit),
  "a digit of the commitment": field("commit", otherDigit),
  "a mix": field("mix", otherMix),
  "a mix more or less": field("mix", (mixes) =>
    mixes.split(",").length > 2 ? mixes.slice(mixes.indexOf(",") + 1) : `${mixes},-`),
  "the number of the round": field("round", (round) => String(Number(round) + 1)),
  "a line that cannot be read": field("seed", (hex) => hex.slice(1)),
  "a second line": (line) => `${line}\n${line}`,
};

// All lines of a round that begin with a word, of which the first or a random one is changed.
function* cardChanges(lines, start, end, below) {
  const find = (word) =>
    lines.flatMap((line, i) => (i > start && i < end && line.startsWith(word) ? [i] : []));
  const deal = find("deal ")[0];
  yield ["two cards of the deck", deal, swapCards(lines[deal], below)];
  yield ["a card of the deck for another", deal, replaceCard(lines[deal], below)];
  const lot = find("lot ")[0];
  const seats = Number(/players=(\d)/.exec(lines[0])[1]);
  if (lot !== undefined)
    yield ["the lot", lot, `lot ${(Number(lines[lot].slice(4)) + 1 + below(seats - 1)) % seats}`];
  const stocks = find("shuffle ");
  const stock = stocks[below(Math.max(stocks.length, 1))];
  if (stock !== undefined) yield ["a new stock", stock, swapCards(lines[stock], below)];
}

// Another seed that fits its commitment: only the cards give it away.
function otherSeed(line, below, commitmentOf) {
  const changed = field("seed", otherDigit)(line, below);
  const bytes = Buffer.from(/ seed=(\S+)/.exec(changed)[1], "hex");
  return field("commit", () => Buffer.from(commitmentOf(bytes)).toString("hex"))(changed);
}

// Altered copies of a record, one for each way to tamper, in a random round that has a line.
export function alterations(record, seed, commitmentOf) {
  const { below } = random(seed);
  const lines = record.split("\n");
  const told = lines.flatMap((line, i) => (line.startsWith("# shuffle") ? [i] : []));
  if (told.length === 0) return [];
  const start = told[below(told.length)];
  const round = Number(/round=(\d+)/.exec(lines[start])[1]);
  const nextDeal = lines.findIndex((line, i) =>
    i > lines.findIndex((l, k) => k > start && l.startsWith("deal ")) && line.startsWith("deal "));
  const end = nextDeal < 0 ? lines.length : nextDeal;
  const changes = [
    ...Object.entries(lineChanges).map(([name, change]) =>
      [name, start, change(lines[start], below)]),
    ["another seed and its commitment", start, otherSeed(lines[start], below, commitmentOf)],
    ...cardChanges(lines, start, end, below),
  ];
  return changes
    .filter(([, , line]) => line !== undefined)
    .map(([name, at, line]) => ({
      name,
      round,
      text: [...lines.slice(0, at), line, ...lines.slice(at + 1)].join("\n"),
    }));
}
