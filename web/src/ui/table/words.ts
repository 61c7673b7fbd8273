// words.ts - what the table says, in words: who sits where, what just happened, why something is
// refused, what there is to do. Texts are made from keys; nothing is decided here.
import { piecesOf } from "../../game/pieces";
import { cityOf } from "../../game/cards";
import { has, t } from "../../lang/lang.svelte";
import { cardInSentence, keyFor, keyOf, meldName, reasonText } from "../../lang/names";
import type { Arrangement, Card, Piece, PieceMeld, RackOrder } from "../../game/types";
import type { GameId } from "../../link/messages";
import type { Entry, Happening } from "../../state/happening";
import { type Change, changesBetween } from "../../state/steps";
import type { TableState } from "../../state/table.svelte";
import type { Refused } from "../../state/followed-table.svelte";
import { keyAbout, seatName as nameOf } from "../seat-name";

export function seatName(table: TableState, seat: number): string {
  return nameOf(table.message?.seats ?? [], seat);
}

export function refusalText(game: GameId, { fault, key }: Refused): string {
  return fault === null ? t(key) : reasonText(game, fault);
}

function listOf(game: GameId, cards: readonly Card[]): string {
  return cards.map((card) => cardInSentence(game, card)).join(", ");
}

/** What has just happened; seen from the seat whose rack is shown. Others who share the device are
 *  others: what they drew is theirs to know. */
export function happeningText(table: TableState, happening: Happening): string {
  const game = table.game;
  if (happening.kind === "told") return toldText(happening.why);
  const who = happening.seat === table.seat ? "you" : "them";
  const name = seatName(table, happening.seat);
  switch (happening.kind) {
    case "drew": {
      const { card } = happening;
      if (card === undefined || who === "them") return t(`table.said.drew_${who}`, { name });
      return t("table.said.drew_card", { card: cardInSentence(game, card) });
    }
    case "took":
    case "discarded": {
      const card = cardInSentence(game, happening.card ?? "?");
      return t(`table.said.${happening.kind}_${who}`, { name, card });
    }
    case "played": {
      const cards = listOf(game, happening.cards);
      return t(`table.said.played_${who}`, { name, cards, n: happening.cards.length });
    }
    case "found_none":
    case "passed":
    case "timeout":
      return t(`table.said.${happening.kind}_${who}`, { name });
  }
}

/** What a move did to one meld. */
export function changeText(table: TableState, { meld, isNew, laid, moved }: Change): string {
  const isThere = table.arrangement.melds.some(({ id }) => id === meld);
  const number = table.numbers.get(meld) ?? 0;
  const where = isNew ? t(keyFor(table.game, "table.moves.new"))
    : isThere ? t(keyFor(table.game, "table.meld.number"), { number }) : t("table.moves.gone");
  const namesOf = (pieces: readonly Piece[]) => listOf(table.game, pieces.map(({ card }) => card));
  const words = laid.length > 0 ? [namesOf(laid)] : [];
  if (moved.length > 0) words.push(t("table.moves.from", { cards: namesOf(moved) }));
  return `${where}: ${words.join("; ")}`;
}

const cardsOf = ({ pieces }: PieceMeld): Card[] => pieces.map(({ card }) => card);

/** "run, red five to red seven", or its cards where that says too little. */
function whatIs(game: GameId, meld: PieceMeld): string {
  return meldName(game, cardsOf(meld)) || listOf(game, cardsOf(meld));
}

function whereText(table: TableState, { meld: id, isNew, laid, moved }: Change): string {
  const { game } = table;
  const meld = table.lying.find((one) => one.id === id);
  const number = table.numbers.get(id);
  if (meld === undefined || number === undefined) return "";
  const name = whatIs(game, meld);
  if (isNew) return t(keyFor(game, "table.where.new"), { number, name });
  if (moved.length > 0 || laid.length === 0) return t("table.where.rebuilt", { number, name });
  const cards = listOf(game, laid.map(({ card }) => card));
  return t(keyFor(game, "table.where.added"), { number, cards });
}

/** What happened and, of what others did, where. */
export function moveText(table: TableState, { happening, changes }: Entry): string {
  const isLaid = happening.kind === "played" && changes.length > 0;
  if (!isLaid || happening.seat === table.seat) return happeningText(table, happening);
  // what was laid into a rebuilt meld is told by no other word
  const isHidden = changes.some(({ isNew, laid, moved }) =>
    !isNew && laid.length > 0 && moved.length > 0);
  const name = seatName(table, happening.seat);
  const first = isHidden ? happeningText(table, happening)
    : t("table.said.laid_them", { name, n: happening.cards.length });
  const told = new Set(changes.map(({ meld }) => meld));
  const givers = changes.flatMap(({ from }) => from).filter((meld) => !told.has(meld));
  const given = [...new Set(givers)].map((meld) =>
    ({ meld, isNew: false, laid: [], moved: [], from: [] }));
  const wheres = [...changes, ...given].map((change) => whereText(table, change));
  return [first, ...wheres].filter((text) => text !== "").join(" ");
}

/** "Meld 2, of Anna, run, red five to red seven: Correct". */
export function meldLabel(table: TableState, meld: PieceMeld): string {
  const { game } = table;
  const number = table.numbers.get(meld.id) ?? 0;
  const words = [t(keyFor(game, "table.meld.number"), { number })];
  if (meld.owner !== null) {
    const key = keyAbout("table.meld.owner", table.message?.seats ?? [], meld.owner);
    words.push(t(key, { name: seatName(table, meld.owner) }));
  }
  const isKnown = meld.verdict.ok && !table.isOthers;
  const name = isKnown ? meldName(game, cardsOf(meld)) : "";
  if (name !== "") words.push(name);
  // what others are still showing is not judged here
  return table.isOthers ? words.join(", ") : `${words.join(", ")}: ${verdictText(game, meld)}`;
}

export function verdictText(game: GameId, { verdict }: PieceMeld): string {
  return verdict.ok ? t("table.meld.correct") : reasonText(game, verdict);
}

const MELDS_SAID_MAX = 3;
const withStop = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** What a step of the own turn did: how much was laid, taken back or moved, what the melds are now,
 *  and how the whole stands. Nothing where all lies as before. */
export function stepText(table: TableState, before: Arrangement): string {
  const now = table.arrangement;
  const changes = changesBetween(before, now);
  const homes = new Map(now.melds.flatMap(({ id, pieces }) => pieces.map((one) => [one.id, id])));
  const laid = changes.reduce((sum, change) => sum + change.laid.length, 0);
  const moved = changes.reduce((sum, change) => sum + change.moved.length, 0);
  const takenBack = before.melds.flatMap(({ pieces }) => pieces)
    .filter(({ id }) => !homes.has(id)).length;
  if (laid + moved + takenBack === 0) return "";
  const hasLost = ({ id, pieces }: PieceMeld) => pieces.some((one) => homes.get(one.id) !== id);
  const changed = new Set([...changes.map(({ meld }) => meld),
    ...before.melds.filter(hasLost).map(({ id }) => id)]);
  const melds = now.melds.filter(({ id }) => changed.has(id));
  const words: string[] = [];
  if (laid > 0) words.push(t("table.did.laid", { n: laid }));
  if (takenBack > 0) words.push(t("table.did.back", { n: takenBack }));
  if (moved > 0 && laid === 0) words.push(t("table.did.moved", { n: moved }));
  for (const meld of melds)
    if (melds.length <= MELDS_SAID_MAX || !meld.verdict.ok)
      words.push(withStop(meldLabel(table, meld)));
  return [...words, ...wholeWords(table)].join(" ");
}

function wholeWords(table: TableState): string[] {
  const { firstMeld, verdict } = table;
  const points = firstMeld === null ? [] : [withStop(t("table.line.points", firstMeld))];
  if (!table.isChanged) return points;
  if (verdict.ok) return [...points, t("table.did.ready")];
  const isSaid = verdict.meld !== undefined || verdict.reason === "FIRST_MELD_POINTS";
  return isSaid ? points : [...points, withStop(reasonText(table.game, verdict))];
}

/** What was done to the order of the rack; nothing where it is the same. */
export function orderText(table: TableState, before: Arrangement): string {
  const { rack } = table.arrangement;
  const idsOf = (pieces: Arrangement["rack"]) => pieces.map(({ id }) => id).join();
  if (rack.length !== before.rack.length || idsOf(rack) === idsOf(before.rack)) return "";
  const at = rack.findIndex(({ id }) => table.picked.has(id));
  const piece = rack[at];
  if (table.order !== "hand" || piece === undefined) return "";
  const card = cardInSentence(table.game, piece.card);
  return t("table.did.place", { card, at: at + 1, n: rack.length });
}

/** The order that comes after the one the rack has. */
export function nextOrder({ facts, order }: TableState): RackOrder {
  const { rack_orders: orders } = facts;
  return orders[(orders.indexOf(order) + 1) % orders.length]!;
}

/** How the rack stands, and what the key would do about it. */
export function sortText(table: TableState): string {
  const isKey = keyOf(table.game, (name) => `table.bar.sorted_${table.order}_${name}`);
  const willKey = keyOf(table.game, (name) => `table.bar.sort_${nextOrder(table)}_${name}`);
  return `${t(isKey)}. ${t(willKey)}`;
}

export function hintText(table: TableState): string {
  const { game } = table;
  const { step, isOut, laid, melds } = table.hints.hint;
  if (step === "off") return "";
  if (step === "asking") return t("table.hint.asking");
  if (step === "draw") return t("reason.DRAW_FIRST");
  if (step === "take") return t(keyOf(game, (name) => `table.hint.take_${name}`));
  if (step === "nothing") return t(keyOf(game, (name) => `table.hint.nothing_${name}`));
  if (step === "cards") return withStop(t("table.hint.cards", { cards: listOf(game, laid) }));
  if (step === "table")
    return melds.map(({ cards }) => withStop(meldName(game, cards) || listOf(game, cards)))
      .join(" ");
  if (isOut) return t("table.hint.out");
  return t(keyOf(game, (name) => `table.hint.count_${name}`), { n: laid.length });
}

/** At the beginning of a round, or when one comes to it. */
export function roundText(table: TableState): string {
  const { message, arrangement } = table;
  const words = [t("app.scores.roundNumber", { number: message?.round ?? 1 })];
  if (table.seat === null) words.push(t("table.line.watching"));
  else
    words.push(t(keyOf(table.game, (name) => `table.region.rack_${name}`),
      { n: arrangement.rack.length }));
  return words.map(withStop).join(" ");
}

const TOLD = ["deal", "timeout", "shuffle", "back", "join", "leave"];

function toldText(why: string): string {
  return TOLD.includes(why) ? t(`table.told.${why}`) : "";
}

export type Tone = "plain" | "good" | "bad" | "wait";

export interface Line {
  tone: Tone;
  text: string;
  /** The text without the way to the first meld, for where that is shown as a picture. */
  rest?: string;
}

function turnLine(table: TableState): Line {
  const { message, turn: seat } = table;
  if (message?.phase === "dealing") return { tone: "wait", text: t("table.line.dealing") };
  if (message?.phase !== "playing" || seat === null)
    return { tone: "plain", text: t("table.line.over") };
  if (table.isPassing)
    return { tone: "plain", text: t("table.pass.task", { name: seatName(table, seat) }) };
  const turn = t("table.line.turn_of", { name: seatName(table, seat) });
  const words = table.seat === null ? [t("table.line.watching"), turn] : [turn];
  return { tone: "plain", text: words.join(" · ") };
}

function layingLine(table: TableState, game: GameId): Line {
  const { firstMeld, verdict, laidCount } = table;
  const points = firstMeld === null ? [] : [t("table.line.points", firstMeld)];
  const words: string[] = [];
  if (verdict.ok && laidCount > 0) words.push(t("table.line.correct", { n: laidCount }));
  else if (verdict.ok) words.push(t("table.line.correct_none"));
  else {
    const isSaid = firstMeld !== null && verdict.reason === "FIRST_MELD_POINTS";
    if (!isSaid) words.push(reasonText(game, verdict));
  }
  const text = [...points, ...words].join(" · ");
  return { tone: verdict.ok ? "good" : "plain", text, rest: words.join(" · ") };
}

function taskKey(table: TableState, game: GameId): string {
  const phase = table.view?.phase ?? "start";
  const isOpened = table.seat !== null && table.view?.opened[table.seat] === true;
  const first = keyOf(game, (name) => `table.task.${name}_first`);
  if (phase === "start" && !isOpened && has(first)) return first;
  return keyOf(game, (name) => `table.task.${name}_${phase}`);
}

/** The photo that is picked, if it is only one: it has a caption. */
export function captioned(table: TableState): Card | null {
  const [only, ...more] = table.picked;
  if (table.facts.family !== "postcard" || only === undefined || more.length > 0) return null;
  const card = piecesOf(table.arrangement).find(({ id }) => id === only)?.card ?? "?";
  return cityOf(card) === null ? null : card;
}

/** The one line above the rack: the most important thing to know now. */
export function lineOf(table: TableState): Line {
  const game = table.game;
  if (table.status === "gone") return { tone: "bad", text: t("table.line.gone") };
  // that the line is lost stands above the table; here, what that means for one's move
  if (table.status === "lost" && table.isPending)
    return { tone: "bad", text: t("table.line.lost_waiting") };
  if (table.refused !== null) return { tone: "bad", text: refusalText(game, table.refused) };
  if (table.isPending) return { tone: "wait", text: t("table.line.sending") };
  if (!table.isMyTurn) return turnLine(table);
  if (table.isChanged) return layingLine(table, game);
  return taskLine(table, game);
}

/** What there is to do when a turn, or a part of it, begins. */
export function taskLine(table: TableState, game: GameId): Line {
  if (table.hints.canGoOut) return { tone: "good", text: t("table.hint.out") };
  const need = table.firstMeld?.need ?? 0;
  return { tone: "plain", text: t(taskKey(table, game), { need }) };
}

/** The place for a new meld, and what is done there; children know no melds. */
export function newMeldWords(game: GameId, isTarget: boolean): string {
  return t(keyFor(game, isTarget ? "table.board.put_new" : "table.board.new"));
}
