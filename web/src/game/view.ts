// view.ts - a round as one seat may know it: read from a message, and followed move by move. Which
// moves are legal is not asked here; the table has judged them. What a time-out or a new stock
// does is never told as a move but with the whole table (docs/protocol.md).
import type { MoveMessage, ViewMessage } from "../link/messages";
import {
  categoryOf,
  cityOf,
  countCards,
  isJoker,
  JOKER,
  parseCards,
  printCards,
  UNKNOWN,
  without,
} from "./cards";
import { factsOf } from "./games";
import { type Action, cardsOf, parseTable, printTable, readAction } from "./tables";
import type { Card, Meld, Rules, View } from "./types";

/** A move that does not fit what was known: the whole table must be asked for. */
export class FollowError extends Error {}

export function viewOf(message: ViewMessage, _rules: Rules): View {
  const seats = message.racks.map(() => false);
  const view: View = {
    viewer: message.viewer,
    seat: message.seat,
    phase: message.phase,
    racks: message.racks.map(parseCards),
    shown: message.shown.map(parseCards),
    table: parseTable(message.table),
    opened: [...message.opened],
    stacks: message.stacks ?? [message.stock ?? 0],
    discard: parseCards(message.discard ?? ""),
    laid: message.laid ?? seats,
    laidSinceShuffle: message.laid_since_shuffle ?? true,
    idle: message.idle ?? 0,
    taken: message.taken ?? null,
    from: message.from ?? null,
  };
  if (message.winner !== undefined) view.winner = message.winner;
  const { before } = message;
  if (before === undefined) return view;
  view.before = {
    table: parseTable(before.table),
    opened: before.opened,
    laid: before.laid,
    laidSinceShuffle: before.laid_since_shuffle,
  };
  return view;
}

/** The view as a message, for those who read positions (the core as WebAssembly). */
export function messageOf(view: View, rules: Rules): ViewMessage {
  const message: ViewMessage = {
    viewer: view.viewer,
    seat: view.seat,
    phase: view.phase,
    racks: view.racks.map(printCards),
    shown: view.shown.map(printCards),
    table: printTable(view.table),
    opened: view.opened,
  };
  if (view.winner !== undefined) message.winner = view.winner;
  if (factsOf(rules.game).stacks > 1) message.stacks = view.stacks;
  else message.stock = view.stacks[0] ?? 0;
  if (!factsOf(rules.game).has_discard) return message;
  message.discard = printCards(view.discard);
  message.laid = view.laid;
  message.laid_since_shuffle = view.laidSinceShuffle;
  message.idle = view.idle;
  if (view.taken !== null && view.from !== null) {
    message.taken = view.taken;
    message.from = view.from;
  }
  if (view.before !== undefined)
    message.before = {
      table: printTable(view.before.table),
      opened: view.before.opened,
      laid: view.before.laid,
      laid_since_shuffle: view.before.laidSinceShuffle,
    };
  return message;
}

const setAt = <T>(list: readonly T[], at: number, value: T): T[] =>
  list.map((old, i) => (i === at ? value : old));

/** One seat's cards, as this viewer sees them. */
class Hand {
  constructor(
    readonly view: View,
    readonly seat: number,
  ) {}

  private isSeen(): boolean {
    return this.view.viewer === this.seat;
  }

  private rack(): Card[] {
    return this.view.racks[this.seat] ?? [];
  }

  private set(rack: Card[], shown: Card[]): void {
    this.view.racks = setAt(this.view.racks, this.seat, rack);
    this.view.shown = setAt(this.view.shown, this.seat, shown);
  }

  shown(): Card[] {
    return this.view.shown[this.seat] ?? [];
  }

  show(card: Card): void {
    this.set(this.rack(), [...this.shown(), card]);
  }

  draw(card: Card | undefined): Card {
    const seen = this.isSeen() ? card : UNKNOWN;
    if (seen === undefined) throw new FollowError("the card drawn was not told");
    this.set([...this.rack(), seen], this.shown());
    return seen;
  }

  lay(cards: readonly Card[]): void {
    const gone = this.isSeen() ? cards : cards.map(() => UNKNOWN);
    const rest = without(this.rack(), gone);
    if (rest.length !== this.rack().length - cards.length)
      throw new FollowError("cards were laid that were not there");
    this.set(rest, without(this.shown(), cards));
  }

  takeUp(cards: readonly Card[]): void {
    const seen = this.isSeen() ? cards : cards.map(() => UNKNOWN);
    this.set([...this.rack(), ...seen], [...this.shown(), ...cards]);
  }
}

function takeFromStack(view: View, stack: number): void {
  const count = view.stacks[stack] ?? 0;
  if (count === 0) throw new FollowError("a card was drawn from an empty stack");
  view.stacks = setAt(view.stacks, stack, count - 1);
}

function draw(view: View, hand: Hand, stack: number | null, move: MoveMessage, rules: Rules): void {
  const { draw_ends_turn, has_discard } = factsOf(rules.game);
  if (has_discard && view.stacks[0] === 0) return; // RA-05: it ends the round
  const fullest = view.stacks.indexOf(Math.max(...view.stacks));
  takeFromStack(view, stack === null ? fullest : stack - 1);
  const card = hand.draw(move.card);
  if (!draw_ends_turn) view.phase = "drawn";
  if (has_discard) [view.taken, view.from] = [card, "stock"];
}

function drawDiscard(view: View, hand: Hand): void {
  const card = view.discard.at(-1);
  if (card === undefined) throw new FollowError("the discard pile is empty");
  view.discard = view.discard.slice(0, -1);
  hand.takeUp([card]);
  [view.phase, view.taken, view.from] = ["drawn", card, "discard"];
}

/** PA-10: whether the first combination out of these photos needs a joker of the rack. */
function needsOwnJoker(laid: readonly Card[]): boolean {
  const photos = laid.filter((card) => !isJoker(card));
  const most = (of: (card: Card) => string | null) =>
    Math.max(0, ...countCards(photos.map((card) => of(card) ?? "")).values());
  const [row, set] = [most(cityOf), most(categoryOf)];
  return row < 3 && set < 4 && (row === 2 || set === 3);
}

function play(view: View, hand: Hand, table: Meld[], rules: Rules): void {
  const [before, after] = [cardsOf(view.table), cardsOf(table)];
  const laid = without(after, before);
  const { seat } = hand;
  const { has_discard, melds_are_owned } = factsOf(rules.game);
  if (rules.game === "photo" && !view.opened[seat] && needsOwnJoker(laid))
    if (!hand.shown().some(isJoker)) hand.show(JOKER);
  if (has_discard) {
    view.before = {
      table: view.table,
      opened: view.opened,
      laid: view.laid,
      laidSinceShuffle: view.laidSinceShuffle,
    };
    view.phase = "laid";
    if (laid.length > 0) {
      view.laid = setAt(view.laid, seat, true);
      view.laidSinceShuffle = true;
    }
  }
  if (!melds_are_owned || table.length > view.table.length)
    view.opened = setAt(view.opened, seat, true);
  hand.lay(laid);
  hand.takeUp(without(before, after));
  view.table = table;
}

const countOf = (cards: readonly Card[], card: Card) => cards.filter((one) => one === card).length;

function laidThisTurn(view: View): Card[] {
  return view.before === undefined
    ? []
    : without(cardsOf(view.table), cardsOf(view.before.table));
}

function discard(view: View, hand: Hand, card: Card, rules: Rules): void {
  const laid = laidThisTurn(view);
  const isBack = card === view.taken && view.from === "discard";
  // RA-06: who may discard the card just taken holds its twin
  if (isBack && rules.options.rediscard === "no" && countOf(laid, card) === 0)
    if (countOf(hand.shown(), card) < 2) hand.show(card);
  hand.lay([card]);
  view.discard = [...view.discard, card];
  const isIdle = laid.length === 0 && view.from !== "stock";
  view.idle = isIdle ? view.idle + 1 : 0;
  [view.taken, view.from] = [null, null];
  delete view.before;
}

function doAction(view: View, action: Action, move: MoveMessage, rules: Rules): void {
  const hand = new Hand(view, move.seat);
  switch (action.kind) {
    case "draw":
      return draw(view, hand, action.stack, move, rules);
    case "draw discard":
      return drawDiscard(view, hand);
    case "play":
      return play(view, hand, action.table, rules);
    case "discard":
      return discard(view, hand, action.card, rules);
    case "pass":
      return;
    case "timeout":
      throw new FollowError("a time-out is told with the whole table");
  }
}

/** The view after a move; throws FollowError (or NotationError) where it cannot be followed. */
export function applyMove(before: View, move: MoveMessage, rules: Rules): View {
  if (move.seat !== before.seat) throw new FollowError("another seat is on turn");
  const view: View = { ...before };
  doAction(view, readAction(before.table, move.do), move, rules);
  if (move.over !== undefined) {
    view.seat = null;
    view.phase = "over";
    view.winner = move.over.winner;
    view.racks = move.over.racks.map(parseCards);
    [view.taken, view.from] = [null, null];
    delete view.before;
  } else if (move.turn === undefined) {
    throw new FollowError("nobody is on turn");
  } else if (move.turn !== before.seat) {
    view.seat = move.turn;
    view.phase = "start";
  }
  return view;
}
