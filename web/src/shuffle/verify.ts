// verify.ts - checks the shuffle of a record, round by round (docs/shuffle.md). It knows no more
// of the games than that takes: where rounds begin, and in princess what lies on the discard
// pile when a new stock is made. Whether the moves are legal is for others to say.
import {
  commitmentOf,
  keyOf,
  numbersOf,
  PURPOSE_DECK,
  PURPOSE_LOT,
  PURPOSE_STOCK,
  type Shuffle,
  shuffled,
} from "./chance";
import { sortedPack, sortLike } from "./pack";

export type Verdict = "verified" | "wrong" | "none";

export interface RoundVerdict {
  round: number;
  shuffle: Verdict;
  /** What is wrong, for people; empty where nothing is. */
  why: string;
}

/** The text is no record. */
export class RecordError extends Error {
  constructor(
    readonly line: number,
    why: string,
  ) {
    super(`line ${line}: ${why}`);
  }
}

const LINE_START = "# shuffle round=";
const LINE = /^# shuffle round=([1-9]\d*) commit=([0-9a-f]{64}) seed=([0-9a-f]{64}) mix=(\S+)$/;
const MIX = /^(-|([0-9a-f]{2}){1,32})$/;
const ROUND_MAX = 2 ** 32 - 1;
const SEATS_MIN = 2;
const SEATS_MAX = 4;

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

const sameList = <T>(a: ArrayLike<T>, b: ArrayLike<T>) =>
  a.length === b.length && Array.from(a).every((value, i) => value === b[i]);

/** What a `# shuffle` line says, or undefined if it is not written as it must be. */
export function readShuffleLine(line: string): Shuffle | undefined {
  const [, round, commitment, seed, mix] = LINE.exec(line) ?? [];
  const mixes = mix?.split(",") ?? [];
  if (!round || !commitment || !seed || Number(round) > ROUND_MAX) return undefined;
  if (mixes.length < SEATS_MIN || mixes.length > SEATS_MAX) return undefined;
  if (!mixes.every((text) => MIX.test(text))) return undefined;
  return {
    round: Number(round),
    commitment: bytesOf(commitment),
    seed: bytesOf(seed),
    mixes: mixes.map((text) => (text === "-" ? new Uint8Array() : bytesOf(text))),
  };
}

/** What the first line of a record says, as far as it matters here. */
interface Header {
  game: string;
  seats: number;
  pack: string[];
  handSize: number;
}

function readHeader(text: string, line: number): Header {
  const [word, game = "", ...settings] = text.trim().split(/ +/);
  if (word !== "match") throw new RecordError(line, "a record begins with `match`");
  const options = new Map(settings.map((setting) => setting.split("=", 2) as [string, string]));
  const jokers = options.get("jokers") ?? "4";
  if (!["2", "4"].includes(jokers)) throw new RecordError(line, "2 or 4 jokers are possible");
  const pack = sortedPack(game, Number(jokers));
  const seats = Number(options.get("players"));
  if (pack === undefined) throw new RecordError(line, `there is no game ${game}`);
  if (!(seats >= SEATS_MIN && seats <= SEATS_MAX)) throw new RecordError(line, "2 to 4 players?");
  return { game, seats, pack, handSize: Number(options.get("deal") ?? 10) };
}

/** Princess: stock, discard pile and the card of this turn, as the record moves them. */
class Piles {
  discard: string[];
  private stock: string[];
  private taken: string | undefined;
  private waiting: "draw" | "timeout" | undefined;

  constructor(deck: readonly string[], seats: number, handSize: number) {
    const [turnedUp, ...stock] = deck.slice(seats * handSize);
    this.discard = turnedUp === undefined ? [] : [turnedUp];
    this.stock = stock;
  }

  /** An empty stock: a `shuffle` line comes next, or else nothing happens to the piles. */
  private takeFromStock(by: "draw" | "timeout"): void {
    this.taken = this.stock.shift();
    this.waiting = this.taken === undefined ? by : undefined;
  }

  private putDown(card: string | undefined): void {
    if (card !== undefined) this.discard.push(card);
    this.taken = undefined;
  }

  /** RA-19: the card taken in this turn goes to the discard pile, wherever it came from. */
  private timeout(): void {
    if (this.taken === undefined) this.takeFromStock("timeout");
    this.putDown(this.taken);
  }

  move(word: string, rest: readonly string[]): void {
    this.waiting = undefined;
    if (word === "draw" && rest[0] === "discard") this.taken = this.discard.pop();
    else if (word === "draw") this.takeFromStock("draw");
    else if (word === "discard") this.putDown(rest[0]);
    else if (word === "timeout") this.timeout();
  }

  isWaiting(): boolean {
    return this.waiting !== undefined && this.discard.length > 1;
  }

  renew(stock: readonly string[]): void {
    const by = this.waiting;
    this.discard = this.discard.slice(-1);
    this.stock = [...stock];
    this.takeFromStock("draw");
    if (by === "timeout") this.putDown(this.taken);
  }
}

/** A round's line, and its verdict so far. */
class Round {
  readonly lines: string[] = [];
  private key: Uint8Array = new Uint8Array();
  private stockCount = 0;
  private piles: Piles | undefined;
  verdict: Verdict = "none";
  why = "";

  constructor(readonly number: number) {}

  private fail(why: string): void {
    if (this.verdict !== "wrong") this.why = why;
    this.verdict = "wrong";
  }

  /** Reads the line when the cards are there to be compared with. */
  private open(header: Header): boolean {
    const [line] = this.lines;
    if (line === undefined) return false;
    const shuffle = readShuffleLine(line);
    if (this.lines.length > 1) this.fail("there are two shuffle lines");
    else if (shuffle === undefined) this.fail("the shuffle line cannot be read");
    else if (shuffle.round !== this.number) this.fail("the line is that of another round");
    else if (shuffle.mixes.length !== header.seats) this.fail("another number of seats");
    else if (!sameList(commitmentOf(shuffle.seed), shuffle.commitment))
      this.fail("the commitment is not that of the seed");
    else {
      this.key = keyOf(shuffle);
      this.verdict = "verified";
      return true;
    }
    return false;
  }

  deal(header: Header, lot: string | undefined, deck: readonly string[]): void {
    if (header.game === "princess") this.piles = new Piles(deck, header.seats, header.handSize);
    if (!this.open(header)) return;
    if (lot !== undefined && Number(lot) !== numbersOf(this.key, PURPOSE_LOT)(header.seats))
      this.fail("the lot does not follow from the line");
    if (!sameList(deck, shuffled(header.pack, numbersOf(this.key, PURPOSE_DECK))))
      this.fail("the deck does not follow from the line");
  }

  newStock(header: Header, stock: readonly string[], line: number): void {
    if (!this.piles?.isWaiting()) throw new RecordError(line, "no new stock is due");
    const sorted = sortLike(header.pack, this.piles.discard.slice(0, -1));
    const below = () => numbersOf(this.key, PURPOSE_STOCK + this.stockCount);
    if (this.verdict === "verified" && !sameList(stock, shuffled(sorted, below())))
      this.fail("a new stock does not follow from the line");
    this.stockCount++;
    this.piles.renew(stock);
  }

  move(word: string, rest: readonly string[]): void {
    this.piles?.move(word, rest);
  }
}

/** The verdict on each round of a record. Throws RecordError where the text is no record. */
export function verifyRecord(text: string): RoundVerdict[] {
  const rounds: Round[] = [];
  let header: Header | undefined;
  let next = new Round(1);
  let lot: string | undefined;
  text.split("\n").forEach((raw, i) => {
    const line = raw.replace(/\r+$/, "");
    if (line.startsWith(LINE_START)) next.lines.push(line);
    if (line === "" || line.startsWith("#")) return;
    if (header === undefined) {
      header = readHeader(line, i + 1);
      return;
    }
    const [word = "", ...rest] = line.split(" ").filter((part) => part !== "");
    const now = rounds.at(-1);
    if (word === "lot") lot = rest[0];
    else if (word === "deal") {
      next.deal(header, rounds.length === 0 ? lot : undefined, rest);
      rounds.push(next);
      next = new Round(rounds.length + 1);
    } else if (now === undefined) throw new RecordError(i + 1, "no cards have been dealt");
    else if (word === "shuffle") now.newStock(header, rest, i + 1);
    else now.move(word, rest);
  });
  if (header === undefined) throw new RecordError(1, "no record");
  return rounds.map(({ number, verdict, why }) => ({ round: number, shuffle: verdict, why }));
}
