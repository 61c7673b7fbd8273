// board.svelte.ts - the analysis board: a position that somebody sets up, what the core says of it,
// and what the worker answers. It is one short text (docs/notation.md), in the address too.
import { Analyst } from "../core/analyst";
import type { Practice } from "rummery/practice";
import type { Referee } from "rummery/referee";
import { parseCards, printCards } from "../game/cards";
import { EMPTY, enterAll, enterCard, type Entry, leftOf, removeCard } from "../game/enter";
import { FIRST_GAME, factsOf, GAMES } from "../game/games";
import { addressOf } from "../game/position-text";
import type { Gain } from "rummery/types";
import { parseTable } from "rummery/notation";
import type { Card, Play, Rules, Verdict } from "../game/types";
import type { GameId, ViewMessage } from "../link/messages";
import { rareOptions } from "./options";
import { rulesOf } from "./replay.svelte";
import { PLAYERS_MAX, PLAYERS_MIN } from "./settings.svelte";

export const PLAYS_MAX = 5;

/** All that a position is made of. */
interface Told {
  rules: Rules;
  seat: number;
  hasOpened: boolean;
  discard: readonly Card[];
}

const usual = (game: GameId): Told => ({
  rules: { game, players: 2, options: {} }, seat: 0, hasOpened: true, discard: [],
});

/** The values of each field of a text; nothing is judged here. */
function fieldsOf(text: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const part of text.split(";").slice(1)) {
    const [, name = "", value = ""] = /^\s*(\S+)\s*(.*?)\s*$/.exec(part) ?? [];
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return fields;
}

function headOf({ rules }: Told): string {
  const options = Object.entries(rules.options).map(([name, value]) => ` ${name}=${value}`);
  return `${rules.game} players=${rules.players}${options.join("")}`;
}

const tableText = (melds: Entry["melds"]) => melds.length === 0 ? "-"
  : melds.map(({ owner, cards }) => `${owner ?? ""}[${printCards(cards)}]`).join(" ");

export class BoardState {
  entry = $state.raw<Entry>(EMPTY);
  told = $state.raw<Told>(usual(FIRST_GAME));
  /** Before whom the next meld lies, where that matters. */
  owner = $state(0);
  plays = $state.raw<readonly Play[] | null>(null);
  gains = $state.raw<readonly Gain[] | null>(null);
  isAsking = $state(false);
  private past = $state.raw<readonly Entry[]>([]);
  private readonly analyst = new Analyst();

  readonly game: GameId = $derived(this.told.rules.game);
  readonly text: string = $derived(this.print());
  readonly address: string = $derived(addressOf(this.text));
  readonly left: Map<Card, number> =
    $derived.by(() => leftOf(this.game, this.entry, this.told.discard));
  /** What the core says of each meld. */
  readonly verdicts: readonly Verdict[] = $derived.by(() =>
    this.entry.melds.map((meld) => this.referee.meld(this.told.rules, meld.cards)));
  readonly isCorrect: boolean = $derived(this.verdicts.every(({ ok }) => ok));
  /** As the seat sees it; null where it could not come about. */
  readonly view: ViewMessage | null = $derived.by(() => this.look());

  constructor(
    private readonly referee: Referee,
    private readonly practice: Practice,
    text: string,
  ) {
    this.read(text);
  }

  // ---- The text ----

  private read(text: string): void {
    const rules = rulesOf(`match ${text.split(";", 1)[0]}`);
    if (rules === null || !(rules.players >= PLAYERS_MIN && rules.players <= PLAYERS_MAX)) return;
    const fields = fieldsOf(text);
    const value = (name: string) => fields.get(name)?.[0] ?? "";
    const seat = Number(value("seat")) || 0;
    const opened = fields.get("opened") ?? ["1"];
    const rack = fields.has("rack") ? value("rack") : (fields.get("racks")?.[seat] ?? "");
    this.told = {
      rules, seat, discard: parseCards(value("discard")),
      hasOpened: (opened.length === 1 ? opened[0] : opened[seat]) === "1",
    };
    this.owner = seat;
    const melds = parseTable(value("table"));
    this.entry = { ...EMPTY, melds, rack: parseCards(rack) };
  }

  /** What others hold: as dealt, or less where that much is not left. */
  private others(): number {
    const facts = factsOf(this.game);
    const { players } = this.told.rules;
    const left = [...this.left.values()].reduce((sum, count) => sum + Math.max(count, 0), 0);
    return Math.min(facts.deal, Math.floor(left / (players - 1)));
  }

  private print(): string {
    const facts = factsOf(this.game);
    const { melds, rack } = this.entry;
    const { rules, seat, hasOpened, discard } = this.told;
    const held = this.others();
    const unknown = Array.from({ length: held }, () => "?").join(" ");
    const racks = held === facts.deal ? [] : Array.from({ length: rules.players }, (_, i) =>
      `racks ${i === seat ? printCards(rack) : unknown}`);
    return [
      headOf(this.told),
      ...(seat === 0 ? [] : [`seat ${seat}`]),
      ...(facts.draw_ends_turn ? [] : ["phase drawn"]),
      ...(facts.melds_are_owned ? [] : [`opened ${Number(hasOpened)}`]),
      ...(melds.length === 0 ? [] : [`table ${tableText(melds)}`]),
      ...(discard.length === 0 ? [] : [`discard ${printCards(discard)}`]),
      ...(racks.length === 0 ? [`rack ${printCards(rack)}`] : racks),
    ].join("; ");
  }

  private look(): ViewMessage | null {
    if (!this.isCorrect || this.entry.rack.length === 0) return null;
    return this.practice.begin(this.text, 1) ? this.practice.standing().view : null;
  }

  // ---- Setting it up ----

  private change(entry: Entry): void {
    if (entry === this.entry) return;
    this.past = [...this.past, this.entry];
    this.entry = entry;
    this.forget();
  }

  private forget(): void {
    this.plays = null;
    this.gains = null;
  }

  private get ownerOfNext(): number | null {
    return factsOf(this.game).melds_are_owned ? this.owner : null;
  }

  add(card: Card): void {
    this.change(enterCard(this.game, this.entry, card, this.ownerOfNext));
  }

  addAll(cards: readonly Card[]): void {
    this.change(enterAll(this.game, this.entry, cards, this.ownerOfNext));
  }

  /** What was read elsewhere, meld by meld, to where the next card would go. */
  takeOver(read: readonly (readonly Card[])[], isInstead: boolean): void {
    const { into, rack, melds } = this.entry;
    const owner = this.ownerOfNext;
    const laid = read.map((cards) => ({ owner, cards: [...cards] }));
    this.change(into === "rack"
      ? { ...this.entry, rack: [...(isInstead ? [] : rack), ...read.flat()] }
      : { ...this.entry, melds: [...(isInstead ? [] : melds), ...laid], meld: -1, isTold: false });
  }

  remove(meld: number | "rack", place: number): void {
    this.change(removeCard(this.entry, meld, place));
  }

  /** Where the next card goes; a meld that is named is the one in hand. */
  aim(into: Entry["into"], meld = -1): void {
    this.entry = { ...this.entry, into, meld, isTold: false };
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined) return;
    this.past = this.past.slice(0, -1);
    this.entry = before;
    this.forget();
  }

  clear(): void {
    this.change({ ...EMPTY, into: this.entry.into });
  }

  setGame(game: GameId): void {
    if (!GAMES.includes(game)) return;
    this.told = usual(game);
    this.entry = EMPTY;
    this.owner = 0;
    this.past = [];
    this.forget();
  }

  private tell(told: Partial<Told>): void {
    this.told = { ...this.told, ...told };
    this.forget();
  }

  setOpened(hasOpened: boolean): void {
    this.tell({ hasOpened });
  }

  /** What a table of so many cannot agree on is as usual. */
  setPlayers(players: number): void {
    const { rules, seat } = this.told;
    const options = Object.fromEntries(Object.entries(rules.options).filter(([name, value]) =>
      rareOptions(rules.game).every((info) => info.name !== name || info.fits(value, players))));
    this.owner = Math.min(this.owner, players - 1);
    this.tell({ rules: { ...rules, players, options }, seat: Math.min(seat, players - 1) });
  }

  setOption(name: string, value: number | string): void {
    const { rules } = this.told;
    this.tell({ rules: { ...rules, options: { ...rules.options, [name]: value } } });
  }

  // ---- Asking ----

  private async ask(question: (view: ViewMessage) => Promise<void>): Promise<void> {
    const { view } = this;
    if (view === null) return;
    this.isAsking = true;
    try {
      await question(view);
    } finally {
      this.isAsking = false;
    }
  }

  askBest(): Promise<void> {
    const { rules } = this.told;
    return this.ask(async (view) => {
      const plays = await this.analyst.best(rules, view, PLAYS_MAX);
      if (this.view === view) this.plays = plays;
    });
  }

  askGains(): Promise<void> {
    const { rules } = this.told;
    return this.ask(async (view) => {
      const gains = await this.analyst.gains(rules, view);
      if (this.view === view) this.gains = gains;
    });
  }

  close(): void {
    this.analyst.stop();
  }
}
