// words.ts - what the table says, in words: who sits where, what just happened, why something is
// refused, what there is to do. Texts are made from keys; nothing is decided here.
import { piecesOf } from "../../core/seat";
import { cityOf } from "../../game/cards";
import { has, t } from "../../lang/lang.svelte";
import { cardInSentence, keyOf, reasonText } from "../../lang/names";
import type { Card, Piece } from "../../game/types";
import type { GameId } from "../../link/messages";
import type { Happening } from "../../state/happening";
import type { Change } from "../../state/steps";
import type { TableState } from "../../state/table.svelte";
import type { Refused } from "../../state/followed-table.svelte";
import { seatName as nameOf } from "../seat-name";

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
    case "passed":
    case "timeout":
      return t(`table.said.${happening.kind}_${who}`, { name });
  }
}

/** What a move did to one meld. */
export function changeText(table: TableState, { meld, isNew, laid, moved }: Change): string {
  const number = table.arrangement.melds.findIndex(({ id }) => id === meld) + 1;
  const where = isNew ? t("table.moves.new")
    : number > 0 ? t("table.meld.number", { number }) : t("table.moves.gone");
  const cardsOf = (pieces: readonly Piece[]) => listOf(table.game, pieces.map(({ card }) => card));
  const words = laid.length > 0 ? [cardsOf(laid)] : [];
  if (moved.length > 0) words.push(t("table.moves.from", { cards: cardsOf(moved) }));
  return `${where}: ${words.join("; ")}`;
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
  return { tone: "plain", text: t("table.line.turn_of", { name: seatName(table, seat) }) };
}

function layingLine(table: TableState, game: GameId): Line {
  const { firstMeld, verdict, laidCount } = table;
  const points = firstMeld === null ? [] : [t("table.line.points", firstMeld)];
  const words: string[] = [];
  if (verdict.ok) words.push(t("table.line.correct", { n: laidCount }));
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
  if (table.status === "lost") {
    const isWaiting = table.pending !== null;
    return { tone: "bad", text: t(isWaiting ? "table.line.lost_waiting" : "table.line.lost") };
  }
  if (table.refused !== null) return { tone: "bad", text: refusalText(game, table.refused) };
  if (table.pending !== null) return { tone: "wait", text: t("table.line.sending") };
  if (!table.isMyTurn) return turnLine(table);
  if (table.isChanged) return layingLine(table, game);
  if (table.hints.canGoOut) return { tone: "good", text: t("table.hint.out") };
  const need = table.firstMeld?.need ?? 0;
  return { tone: "plain", text: t(taskKey(table, game), { need }) };
}
