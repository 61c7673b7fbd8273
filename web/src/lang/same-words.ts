// same-words.ts - keys whose text may be the English one in another language: proper names and
// words that two languages share. Everything else that is equal was forgotten (lang.test.ts).
import type { Language } from "../link/messages";

/** A key, or the beginning of keys that ends with a dot. */
export const SAME_EVERYWHERE: readonly string[] = [
  "app.name",
  "game.exclusiv.name",
  "game.photo.name",
  "card.figure",
  "card.figure_short",
  "card.postcard",
  "card.postcard_short",
  "card.postcard_sentence",
  "city.",
];

export const SAME_IN: Readonly<Partial<Record<Language, readonly string[]>>> = {
  de: ["app.settings.speeds.normal", "app.person.name", "table.computer", "phrase.5"],
  fr: [
    "number.6",
    "card.joker",
    "option.turn_seconds.value.minutes_one",
    "option.turn_seconds.value.minutes_other",
    "option.jokers.label",
    "option.bracelets.label",
    "rules.right",
    "app.menu.title",
    "app.scores.total",
    "app.replay.pause",
    "app.board.points_one",
    "app.board.points_other",
    "table.meld.correct",
    "table.players.cards_postcard_one",
    "table.players.cards_postcard_other",
    "table.left.hours",
    "face.figure.6",
  ],
  it: [
    "app.menu.title",
    "app.toHome",
    "table.computer",
    "table.back.no",
    "table.left.hours",
    "table.meld.set_postcard",
    "phrase.8",
  ],
  nl: [
    "app.menu.title",
    "table.computer",
    "table.bar.sets_tile",
    "table.meld.set_postcard",
    "card.joker",
    "option.jokers.label",
  ],
  es: ["app.scores.total", "table.back.no", "table.left.days", "table.left.hours"],
};
