// verify.test.ts - the page's verifier: the example of docs/shuffle.md, records made by hand, and
// lines that are not shuffle lines. tests/shuffle compares it with the program's own verifier.
import { describe, expect, test } from "vitest";
import {
  commitmentOf,
  keyOf,
  numbersOf,
  PURPOSE_DECK,
  PURPOSE_LOT,
  PURPOSE_STOCK,
  shuffled,
} from "./chance";
import { sortedPack, sortLike } from "./pack";
import { readShuffleLine, RecordError, verifyRecord } from "./verify";

const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
const commit = "0d25634eb89e3f8a6fd5cf493da27e777f48e99b3cd779cd026c90f306516fac";
const mixText = `a1b2c3,-,${"ff".repeat(32)}`;
const exampleLine = `# shuffle round=1 commit=${commit} seed=${hexOf(seed)} mix=${mixText}`;
const example = readShuffleLine(exampleLine)!;
const key = keyOf(example);
const deckOf = (game: string) => shuffled(sortedPack(game, 4)!, numbersOf(key, PURPOSE_DECK));
const stockOf = (cards: string[], k: number) =>
  shuffled(sortLike(sortedPack("princess", 4)!, cards), numbersOf(key, PURPOSE_STOCK + k));

describe("the example of docs/shuffle.md", () => {
  test("its commitment and key", () => {
    expect(hexOf(commitmentOf(seed))).toBe(commit);
    expect(hexOf(key)).toBe("ac919caab1ea4782a8fc07392cc85cfb5b6062c264b3e28476910144a6129f37");
  });
  test("its lot", () => {
    expect(numbersOf(key, PURPOSE_LOT)(3)).toBe(1);
  });
  test.each([
    ["exclusiv", 108, "b11 g7 b8 y10 b12 y10 r13 b10 g10 r6 b12 b1"],
    ["photo", 108, "Bp Ls CHp Fc Bs Fp * CHl Ee NLl Be FINf"],
    ["princess", 56, "b1 b6 g7 r1 g2 b5 b5 r4 y7 y6 y3 g3"],
  ])("its deck of %s", (game, size, start) => {
    expect(deckOf(game)).toHaveLength(size);
    expect(deckOf(game).slice(0, 12).join(" ")).toBe(start);
  });
  test("its new stocks", () => {
    const discards = "b7 b4 g1 r3 b4 y2 g1".split(" ");
    expect(stockOf(discards, 0).join(" ")).toBe("g1 y2 b4 g1 b4 r3 b7");
    expect(stockOf(discards, 1).join(" ")).toBe("b4 r3 g1 y2 g1 b7 b4");
  });
});

test("a draw that would make small numbers likelier is dropped", () => {
  const whole = numbersOf(key, PURPOSE_LOT);
  const drawn = Array.from({ length: 40 }, () => whole(2 ** 32));
  const bound = 3 * 2 ** 30;
  const kept = drawn.filter((number) => number < bound);
  const below = numbersOf(key, PURPOSE_LOT);
  expect(kept.length).toBeLessThan(drawn.length);
  expect(kept.map(() => below(bound))).toEqual(kept);
});

describe("a shuffle line", () => {
  test("says all that is in it", () => {
    expect(example.round).toBe(1);
    expect(hexOf(example.commitment)).toBe(commit);
    expect(example.seed).toEqual(seed);
    expect(example.mixes.map((mix) => mix.length)).toEqual([3, 0, 32]);
  });
  test.each([
    ["a round 0", "round=1", "round=0"],
    ["a leading zero", "round=1", "round=01"],
    ["a round beyond 32 bits", "round=1", "round=4294967296"],
    ["two spaces", " seed", "  seed"],
    ["capital digits", "a1b2c3", "A1B2C3"],
    ["half a byte", "a1b2c3", "a1b2c"],
    ["an empty mix", "a1b2c3", ""],
    ["a mix of 33 bytes", "a1b2c3", "00".repeat(33)],
    ["five seats", "a1b2c3", "-,-,a1b2c3"],
    ["one seat", mixText, "-"],
    ["a short commitment", commit, commit.slice(2)],
    ["a long seed", " mix", "00 mix"],
    ["something behind it", mixText, `${mixText} `],
    ["a line end in it", mixText, `${mixText}\n`],
    ["something before it", "# shuffle", " # shuffle"],
  ])("is not read with %s", (_, from, to) => {
    expect(exampleLine).toContain(from);
    expect(readShuffleLine(exampleLine.replace(from, to))).toBeUndefined();
  });
});

function verdicts(lines: string[]): string[] {
  return verifyRecord(lines.join("\n")).map(({ shuffle }) => shuffle);
}

const deal = `deal ${deckOf("photo").join(" ")}`;

describe("a round", () => {
  test("with the right lot and deck is verified", () => {
    const record = ["match photo players=3", exampleLine, "lot 1", deal, "draw 1", "pass"];
    expect(verdicts(record)).toEqual(["verified"]);
    expect(verdicts(record.map((line) => `${line}\r`))).toEqual(["verified"]);
  });
  test("may have its line between lot and deal, or before the header", () => {
    expect(verdicts(["match photo players=3", "lot 1", exampleLine, deal])).toEqual(["verified"]);
    expect(verdicts([exampleLine, "match photo players=3", "lot 1", deal])).toEqual(["verified"]);
  });
  test("without a line is none", () => {
    expect(verdicts(["match photo players=3", "# shuffle well", "lot 1", deal])).toEqual(["none"]);
  });
  test("with another lot is wrong", () => {
    expect(verdicts(["match photo players=3", exampleLine, "lot 2", deal])).toEqual(["wrong"]);
  });
  test("with another number of seats is wrong", () => {
    expect(verdicts(["match photo players=2", exampleLine, "lot 1", deal])).toEqual(["wrong"]);
  });
  test("with two lines is wrong", () => {
    const record = ["match photo players=3 first=0", exampleLine, exampleLine, deal];
    expect(verdicts(record)).toEqual(["wrong"]);
  });
  test("cannot use the line of another round", () => {
    const record = ["match photo players=3 first=0", deal, exampleLine, deal];
    expect(verdicts(record)).toEqual(["none", "wrong"]);
  });
  test("with its commitment changed is wrong, and it is said why", () => {
    const line = exampleLine.replace(commit, commit.replace("0", "1"));
    const [round] = verifyRecord(["match photo players=3 first=0", line, deal].join("\n"));
    expect(round).toMatchObject({ round: 1, shuffle: "wrong" });
    expect(round?.why).toContain("commitment");
  });
  test("of exclusiv has as many jokers as the option says", () => {
    const pack = sortedPack("exclusiv", 2)!;
    expect(pack).toHaveLength(106);
    const deck = shuffled(pack, numbersOf(key, PURPOSE_DECK));
    const header = "match exclusiv players=3 jokers=2 first=0";
    expect(verdicts([header, exampleLine, `deal ${deck.join(" ")}`])).toEqual(["verified"]);
  });
});

// Three players hold 30 cards of the deck, one is turned up, 25 are the stock.
describe("a new stock of princess", () => {
  const deck = deckOf("princess");
  const [up, stock] = [deck[30]!, deck.slice(31)];
  const start = ["match princess players=3 first=0 turn_seconds=9", exampleLine,
    `deal ${deck.join(" ")}`];
  const renew = (cards: string[], k = 0) => `shuffle ${stockOf(cards, k).join(" ")}`;

  test("is made of discards, time-outs before and after the draw, and takings back", () => {
    const moves = stock.slice(0, 22).flatMap((card) => ["draw", `discard ${card}`]);
    moves.push("timeout", "draw", "timeout", "draw", "play 0[g1 g2 g3]", "timeout");
    const pile = [up, ...stock];
    moves.push("draw discard", "timeout", "draw discard", "discard y1");
    pile.splice(-1, 1, "y1");
    expect(verdicts([...start, ...moves, "draw", renew(pile.slice(0, -1))])).toEqual(["verified"]);
    expect(verdicts([...start, ...moves, "draw", renew(pile.slice(1))])).toEqual(["wrong"]);
  });
  test("can be asked for by a time-out, whose card is then discarded", () => {
    const pile = [up, ...stock];
    const first = stockOf(pile.slice(0, -1), 0);
    const moves = [...stock.map(() => "timeout"), "timeout", `shuffle ${first.join(" ")}`];
    const second = [pile.at(-1)!, ...first];
    const after = [...first.slice(1).map(() => "timeout"), "draw"];
    const record = [...start, ...moves, ...after];
    expect(verdicts([...record, renew(second.slice(0, -1), 1)])).toEqual(["verified"]);
    expect(verdicts([...record, renew(second.slice(0, -1), 0)])).toEqual(["wrong"]);
  });
  test("is refused where none is due", () => {
    expect(() => verdicts([...start, "draw", "shuffle g1"])).toThrow(RecordError);
    const empty = [...start, ...stock.map(() => "timeout")];
    expect(() => verdicts([...empty, "draw", "draw discard", "shuffle g1"])).toThrow(RecordError);
  });
});

describe("a text that is no record", () => {
  test.each([
    ["nothing", "", 1],
    ["comments only", "# hello\n", 1],
    ["another text", "# hello\nhello", 2],
    ["an unknown game", "match chess players=2", 1],
    ["the name of a property", "match constructor players=2", 1],
    ["no players", "match photo", 1],
    ["too many jokers", "match exclusiv players=2 jokers=1e9", 1],
    ["moves before the deal", "match photo players=2\ndraw", 2],
  ])("is refused with its line: %s", (_, text, line) => {
    expect(() => verifyRecord(text)).toThrow(RecordError);
    expect(() => verifyRecord(text)).toThrow(`line ${line}: `);
  });
});
