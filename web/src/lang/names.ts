// names.ts - cards, refusals and options in words. Components hand over what the core or the server
// said and get a text in the reader's language.
import { type Parts, partsOf } from "../game/cards";
import type { Card } from "../game/types";
import { factsOf, familyOf } from "../game/games";
import type { GameId } from "../link/messages";
import { has, language, t } from "./lang.svelte";
import { photoName } from "./photo.svelte";

/** What a verdict or an error says of its reason. */
export interface Fault {
  reason: string;
  card?: Card;
  meld?: number;
  place?: number;
  have?: number;
  need?: number;
}

const QUEEN = "5";
const PRINCESS = "7";
const JOKER = "*";
const UNKNOWN = "?";

/** The key of what is said of a game: with its own name where it has such words, else with the name
 *  of its cards' family. */
export function keyOf(game: GameId, make: (name: string) => string): string {
  const own = make(game);
  return has(own) ? own : make(familyOf(game));
}

/** The same for words that most games share: the plain key where a game has none of its own. */
export function keyFor(game: GameId, key: string): string {
  const own = keyOf(game, (name) => `${key}_${name}`);
  return has(own) ? own : key;
}

const upperFirst = (text: string) => text.slice(0, 1).toLocaleUpperCase(language()) + text.slice(1);

function figureName(card: Card): string {
  const colour = card.slice(0, 1);
  const number = card.slice(1);
  const gender = number === QUEEN || number === PRINCESS ? "female" : "male";
  return t(`card.${gender}.${colour}`, { figure: t(`figure.${number}`) });
}

function photoParts(card: Card): { city: string; category: string } {
  return { city: t(`city.${card.slice(0, -1)}`), category: t(`category.${card.slice(-1)}`) };
}

function tileName(card: Card): string {
  return t(`card.tile.${card.slice(0, 1)}`, { number: t(`number.${card.slice(1)}`) });
}

function photoFullName(card: Card): string {
  const parts = photoParts(card);
  const name = photoName(card);
  const isSaid = name === undefined || name.toLowerCase() === parts.category.toLowerCase();
  return isSaid ? t("card.postcard_short", parts) : t("card.postcard", { ...parts, name });
}

/** The spoken name: "red seven", "green queen, 5", "Berlin, church: Berlin Cathedral". */
export function cardName(game: GameId, card: Card): string {
  if (card === JOKER) return t("card.joker");
  const family = familyOf(game);
  if (card === UNKNOWN) return t(family === "tile" ? "card.hidden_tile" : "card.hidden");
  if (family === "tile") return tileName(card);
  if (family === "postcard") return photoFullName(card);
  return t("card.figure", { figure: figureName(card), number: card.slice(1) });
}

/** The name as part of a sentence or list: "red seven", "green queen 5", "Berlin (church)". */
export function cardInSentence(game: GameId, card: Card): string {
  const family = familyOf(game);
  if (card === JOKER || card === UNKNOWN || family === "tile") return cardName(game, card);
  if (family === "postcard") return t("card.postcard_sentence", photoParts(card));
  return t("card.figure_short", { figure: figureName(card), number: card.slice(1) });
}

/** The first and the last card that a run stands for, jokers included. */
function endsOf(game: GameId, cards: readonly (Parts | null)[]): [Card, Card] {
  const { ranks, run_order } = factsOf(game);
  const at = cards.findIndex((parts) => parts !== null);
  const known = cards[at];
  const first = (known?.rank ?? 0) - at + (run_order === "circling" ? ranks.length : 0);
  const nameAt = (rank: number) => `${known?.suit}${ranks[rank % ranks.length]}`;
  return [nameAt(first), nameAt(first + cards.length - 1)];
}

function rankName(game: GameId, rank: string): string {
  const family = familyOf(game);
  if (family === "postcard") return t(`category.${rank}`);
  return family === "tile" ? rank
    : t("card.figure_short", { figure: t(`figure.${rank}`), number: rank });
}

/** What a correct meld is: "run, red five to red seven", "set, church"; nothing where its cards
 *  leave that open. */
export function meldName(game: GameId, cards: readonly Card[]): string {
  const parts = cards.map((card) => partsOf(game, card));
  const known = parts.filter((one) => one !== null);
  const { ranks, run_order } = factsOf(game);
  const isRun = new Set(known.map(({ suit }) => suit)).size === 1;
  const isSet = new Set(known.map(({ rank }) => rank)).size === 1;
  if (isRun === isSet) return "";
  const { suit = "", rank = 0 } = known[0] ?? {};
  if (isSet)
    return t(keyOf(game, (one) => `table.meld.set_${one}`), {
      name: rankName(game, ranks[rank] ?? ""),
    });
  const key = keyOf(game, (one) => `table.meld.run_${one}`);
  if (run_order === "anyhow") return t(key, { name: t(`city.${suit}`) });
  const [from, to] = endsOf(game, parts).map((card) => cardInSentence(game, card));
  return t(key, { from: from ?? "", to: to ?? "" });
}

/** Why something is refused, in a sentence. */
export function reasonText(game: GameId, fault: Fault): string {
  const key = keyFor(game, `reason.${fault.reason}`);
  if (!has(key)) return t("error.rule");
  const { card, meld = 0, place = 0, have = 0, need = 0 } = fault;
  const name = card === undefined ? "" : cardInSentence(game, card);
  // melds and places are counted from 1 by people
  return upperFirst(t(key, { card: name, meld: meld + 1, place: place + 1, have, need }));
}

/** What an error of the server means; `rule` is told by its reason. */
export function errorText(game: GameId | null, error: { error: string; reason?: string }): string {
  const { reason } = error;
  if (reason !== undefined && game !== null) return reasonText(game, { ...error, reason });
  const key = `error.${error.error}`;
  return has(key) ? t(key) : t("error.malformed");
}

function colourList(letters: string): string {
  const colours = Array.from(letters, (letter) => t(`colour.${letter}`));
  return new Intl.ListFormat(language(), { type: "unit" }).format(colours);
}

/** The value of an option in words: "two jokers", "2 minutes", "drawn by lot". */
export function optionText(name: string, value: number | string): string {
  const key = `option.${name}.value`;
  if (has(`${key}.${value}`)) return t(`${key}.${value}`);
  if (name === "bracelets") return colourList(String(value));
  const n = Number(value);
  if (name === "turn_seconds" && n % 60 === 0) return t(`${key}.minutes`, { n: n / 60 });
  return t(`${key}.some`, { n: name === "first" ? n + 1 : n });
}
