// rules.test.ts - the pages of rules: the same in all languages, and true: every meld shown as
// correct is correct for the core, every wrong one is wrong, and every turn may be played.
import { beforeAll, describe, expect, test } from "vitest";
import { parseCards } from "../game/cards";
import { parseTable } from "rummery/notation";
import { Referee } from "rummery/referee";
import recordUrl from "rummery/record.wasm?url&inline";
import { rulesOf, wholeView } from "../core/whole-view";
import { factsOf, GAMES } from "../game/games";
import type { GameId, ViewMessage } from "../link/messages";
import { LANGUAGES } from "./lang.svelte";
import { loadRules, type MeldExample, type RulesSection, type TurnExample } from "./rules";

let referee: Referee;

beforeAll(async () => {
  referee = await Referee.load(recordUrl);
});

/** All that is not told: what remains of a page when its words are taken away. */
const skeletonOf = (sections: RulesSection[]) =>
  sections.map(({ folded, parts }) => ({
    folded,
    parts: parts.map((part) => (typeof part === "string" ? "words" : { ...part, note: "" })),
  }));

const examplesOf = async (game: GameId) => {
  const sections = await loadRules("en", game);
  return sections.flatMap(({ parts }) => parts.filter((part) => typeof part !== "string"));
};

/** The turn of an example: the player has drawn where the game asks for it. */
function viewOf(game: GameId, { table, rack }: TurnExample): ViewMessage {
  const { has_discard, draw_ends_turn } = factsOf(game);
  const hasOpened = table !== "-" && table !== "";
  return wholeView(game, {
    phase: draw_ends_turn ? "start" : "drawn",
    racks: [rack, "? ? ?"],
    table,
    opened: [hasOpened, false],
    ...(has_discard
      ? { discard: "b4", laid: [hasOpened, false], taken: parseCards(rack)[0]!, from: "stock" }
      : {}),
  });
}

describe.each(GAMES)("the rules of %s", (game) => {
  test("have the same parts in all languages", async () => {
    const skeleton = skeletonOf(await loadRules("en", game));
    expect(skeleton.length).toBeGreaterThan(7);
    for (const language of LANGUAGES)
      expect(skeletonOf(await loadRules(language, game)), language).toEqual(skeleton);
  });

  test("are said in each language's own words", async () => {
    const english = await loadRules("en", game);
    const wordsOf = (sections: RulesSection[]) =>
      sections.flatMap(({ title, parts }) =>
        [title, ...parts.flatMap((part) => {
          if (typeof part === "string") return [part];
          return "note" in part ? [part.note] : [];
        })]);
    for (const language of LANGUAGES) {
      const words = wordsOf(await loadRules(language, game));
      for (const text of words) expect(text, language).toMatch(/^[^'"\s]([^'"]*\S)?$/);
      if (language === "en") continue;
      const same = new Set(wordsOf(english));
      expect(words.filter((text) => same.has(text) && text !== "Jokers"), language).toEqual([]);
    }
  });

  test("show only melds that are what they are said to be", async () => {
    const melds = (await examplesOf(game)).filter((part): part is MeldExample => "meld" in part);
    expect(melds.length).toBeGreaterThan(3);
    expect(melds.some(({ wrong }) => wrong === true)).toBe(true);
    for (const { meld, wrong } of melds) {
      const [only] = parseTable(meld);
      expect(referee.meld(rulesOf(game), only!.cards).ok, meld).toBe(wrong !== true);
    }
  });

  test("show melds that wait which are correct and not worth enough to begin with", async () => {
    const melds = (await examplesOf(game)).filter((part): part is MeldExample => "meld" in part);
    for (const { meld, waits } of melds) {
      if (waits !== true) continue;
      const rack = [...parseTable(meld)[0]!.cards, "b1"].join(" ");
      const view = viewOf(game, { table: "-", rack, after: "", note: "" });
      const verdict = referee.action(rulesOf(game), view, `play 0${meld}`);
      expect(verdict, meld).toMatchObject({ ok: false, reason: "FIRST_MELD_POINTS" });
    }
  });

  test("show only turns that may be played", async () => {
    const turns = (await examplesOf(game)).filter((part): part is TurnExample => "after" in part);
    expect(turns.length).toBeGreaterThan(0);
    for (const turn of turns) {
      const verdict = referee.action(rulesOf(game), viewOf(game, turn), `play ${turn.after}`);
      expect(verdict, turn.after).toEqual({ ok: true });
    }
  });
});
