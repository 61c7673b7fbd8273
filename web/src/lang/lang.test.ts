// lang.test.ts - the six languages are complete: the same keys everywhere, words for whatever the
// core and the server can say, nothing unused, nothing left in English.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import protocol from "../../../docs/protocol.md?raw";
import reasonsText from "../../../src/core/reasons.def?raw";
import { factsOf, GAMES, type OptionFacts } from "../game/games";
import { valuesOf } from "../game/options";
import type { Language } from "../link/messages";
import { LANGUAGES, languageNames, needWords, preferredLanguage, setLanguage, t,
} from "./lang.svelte";
import { cardName, errorText, keyOf, optionText, reasonText } from "./names";
import { PARTS } from "./parts";
import { loadPhotoNames } from "./photo.svelte";
import { SAME_EVERYWHERE, SAME_IN } from "./same-words";

type Words = { [key: string]: string | Words };
type Flat = Map<string, string>;

const files = import.meta.glob<Words>("./*.json", { import: "default", eager: true });
const photoFiles = import.meta.glob<Words>("./photo/*.json", { import: "default", eager: true });
const sources = import.meta.glob<string>(
  ["../**/*.{ts,svelte}", "!../**/*.test.ts", "!./{parts,same-words}.ts"],
  { query: "?raw", import: "default", eager: true },
);

function flatten(words: Words, before = ""): Flat {
  const flat: Flat = new Map();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === "string") flat.set(before + key, value);
    else for (const [k, v] of flatten(value, `${before}${key}.`)) flat.set(k, v);
  }
  return flat;
}

const flatOf = (language: Language) => flatten(files[`./${language}.json`] ?? {});
const texts = new Map(LANGUAGES.map((language) => [language, flatOf(language)]));
const english = texts.get("en")!;
const others = LANGUAGES.filter((language) => language !== "en");
const PLURAL = /_(one|other)$/;
const FAMILIES = ["tile", "postcard", "figure"];
const plain = (key: string) => key.replace(PLURAL, "");
const OWN = new RegExp(`_(${[...GAMES, ...FAMILIES].join("|")})$`);
/** What may be asked for: keys, and those whose two forms a number chooses from. */
const known = new Set([...english.keys()].flatMap((key) => {
  const isPair = english.has(`${plain(key)}_one`) && english.has(`${plain(key)}_other`);
  return isPair ? [key, plain(key)] : [key];
}));
const parametersOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join(" ");
const below = (section: string) =>
  [...english.keys()].filter((key) => key.startsWith(`${section}.`))
    .map((key) => key.slice(section.length + 1));

beforeEach(async () => {
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  await Promise.all(PARTS.map(needWords));
});
afterEach(() => vi.unstubAllGlobals());

describe.each(others)("%s", (language) => {
  const here = texts.get(language)!;

  test("has exactly the keys of the English words", () => {
    expect([...here.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test("leaves nothing without words", () => {
    expect([...here].filter(([, text]) => !/\S/.test(text))).toEqual([]);
  });

  test("has the same parameters in each text", () => {
    const wrong = [...english].filter(
      ([key, text]) => parametersOf(text) !== parametersOf(here.get(key) ?? ""),
    );
    // KEY_one may say "one" where KEY_other says {n}
    expect(wrong.map(([key]) => key).filter((key) => !key.endsWith("_one"))).toEqual([]);
  });

  test("says nothing in English, except what is listed as the same", () => {
    const same = [...SAME_EVERYWHERE, ...(SAME_IN[language] ?? [])];
    const isListed = (key: string) =>
      same.some((one) => key === one || (one.endsWith(".") && key.startsWith(one)));
    const equal = [...english].filter(([key, text]) => here.get(key) === text);
    expect(equal.map(([key]) => key).filter((key) => !isListed(key))).toEqual([]);
  });
});

test("what is listed as the same is the same somewhere", () => {
  const isSame = (language: Language, one: string) =>
    [...english].some(([key, text]) => {
      const isMeant = one.endsWith(".") ? key.startsWith(one) : key === one;
      return isMeant && texts.get(language)!.get(key) === text;
    });
  for (const one of SAME_EVERYWHERE)
    expect(others.some((language) => isSame(language, one)), one).toBe(true);
  for (const language of others)
    for (const one of SAME_IN[language] ?? [])
      expect(isSame(language, one), `${language} ${one}`).toBe(true);
});

test("a text that depends on a number has both forms", () => {
  const lonely = [...english].filter(
    ([key, text]) => PLURAL.test(key) && text.includes("{n}") && !known.has(plain(key)),
  );
  expect(lonely).toEqual([]);
});

describe("the typography", () => {
  test.each(LANGUAGES)("of %s has its own apostrophes and quotation marks", (language) => {
    const wrong = [...texts.get(language)!].filter(([, text]) => /['"`]|\.\.\.|^\s|\s$/.test(text));
    expect(wrong).toEqual([]);
  });

  test("of French keeps : ; ! ? with their word by spaces that do not break", () => {
    const wrong = [...texts.get("fr")!].filter(([, text]) =>
      /[^\u00a0\u202f][;!?»]|«[^\u202f\u00a0]|[^\u00a0\s\d]:(?!-)| :(?!-)/.test(text),
    );
    expect(wrong).toEqual([]);
  });

  test("of Spanish opens what it closes", () => {
    const count = (text: string, mark: string) => text.split(mark).length;
    const wrong = [...texts.get("es")!].filter(([, text]) =>
      count(text, "?") !== count(text, "¿") || count(text, "!") !== count(text, "¡"),
    );
    expect(wrong).toEqual([]);
  });
});

/** Keys as patterns: what a template leaves open is any word without a dot. */
function patternOf(template: string): RegExp {
  const escaped = template.replace(/[.*+?^()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\$\{[^}]*\}/g, "[^.]+")}$`);
}

/** Texts that are found by keys which are put together from parts elsewhere: by optionText(),
 *  keyAbout() and at the end of a round. */
const DYNAMIC = [
  "option.${name}.value.${value}",
  "app.scores.wins_you",
  "app.scores.wentOut_you",
  "app.scores.rescue_you",
  "app.scores.wins_name",
  "app.scores.wentOut_name",
  "app.scores.title_figure",
  "app.replay.from_you",
  "table.meld.owner_you",
];

const code = Object.values(sources).join("\n");
const sections = Object.keys(files["./en.json"] ?? {}).join("|");
const literals = new Set([...code.matchAll(/"([^"\n]*)"/g)].map(([, text]) => text!));
/** What is given to t(), and whatever else looks like a key. */
const asked = [
  ...[...code.matchAll(/(?<![\w.])t\(\s*"([^"]+)"/g)].map(([, key]) => key!),
  ...[...literals].filter((text) => new RegExp(`^(${sections})\\.[\\w.]+$`).test(text)),
];
const templateStart = `(?:${sections})\\.(?:\\$\\{[^}]*\\}|[^\`\\s$])*`;
const templates = [...code.matchAll(new RegExp(`\`(${templateStart})\``, "g"))]
  .map(([, template]) => template!);

describe("the keys", () => {
  test("that the page asks for exist", () => {
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((key) => !known.has(key))).toEqual([]);
  });

  test("that are put together exist", () => {
    const missing = templates.filter((template) => {
      const pattern = patternOf(template);
      // `option.${name}.value` is a part of keys, `reason.${reason}_${game}` one of many
      const start = new RegExp(pattern.source.replace(/\$$/, "\\."));
      return ![...known].some((key) => pattern.test(key) || start.test(key));
    });
    expect(missing).toEqual([]);
  });

  test("are all used", () => {
    const patterns = [...templates, ...DYNAMIC].map(patternOf);
    const used = new Set([...literals, ...asked]);
    const unused = [...english.keys()].filter((key) => {
      // keyFor() finds what a game says in its own words
      const names = [key, plain(key), key.replace(OWN, "")];
      return !names.some((one) => used.has(one) || patterns.some((p) => p.test(one)));
    });
    expect(unused).toEqual([]);
  });
});

describe("there are words for", () => {
  const reasons = [...reasonsText.matchAll(/^REASON\((\w+)\)/gm)].map(([, name]) => name!);

  test("every reason of the core, and no others", () => {
    expect(reasons.length).toBeGreaterThan(40);
    const named = new Set(below("reason").map((key) => key.replace(OWN, "")));
    expect([...named].sort()).toEqual([...reasons].sort());
    for (const key of below("reason")) expect(reasons).toContain(key.replace(OWN, ""));
    for (const reason of reasons) expect(english.has(`reason.${reason}`), reason).toBe(true);
  });

  test("every error code of the protocol, and no others", () => {
    const begin = protocol.indexOf("| code |");
    const table = protocol.slice(begin, protocol.indexOf("\n\n", begin));
    const codes = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name!);
    expect(codes.length).toBeGreaterThan(10);
    expect(below("error").sort()).toEqual(codes.sort());
  });

  test("every option of the core, and no others", () => {
    const names = new Set(below("option").map((key) => key.split(".")[0]!));
    const inCore = new Set(GAMES.flatMap((game) => factsOf(game).options.map(({ name }) => name)));
    expect([...names].sort()).toEqual([...inCore].sort());
    for (const name of names)
      for (const part of ["label", "help"])
        expect(english.has(`option.${name}.${part}`)).toBe(true);
  });

  test("numbers, figures, colours, levels, phrases", () => {
    const upTo = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
    expect(below("number").sort()).toEqual(upTo(1, 13).sort());
    expect(below("figure")).toEqual(upTo(1, 7));
    expect(below("phrase").sort()).toEqual(upTo(0, 15).sort());
    expect(below("colour").sort()).toEqual(["b", "g", "r", "y"]);
    expect(below("category").sort()).toEqual(["c", "e", "f", "l", "p", "s"]);
    expect(below("city")).toHaveLength(17);
  });

  test.each(LANGUAGES)("all 102 photos in %s", (language) => {
    const names = flatten(photoFiles[`./photo/${language}.json`] ?? {});
    const cards = below("city").flatMap((city) => [..."pcsefl"].map((letter) => city + letter));
    expect([...names.keys()].sort()).toEqual(cards.sort());
    for (const [card, name] of names) expect(name, card).toMatch(/^\p{Lu}[^'"]+\S$/u);
  });
});

/** Of options with many values. */
const someNumbersOf = ({ step }: OptionFacts) => (step === 1 ? [1, 2, 30, 60, 90, 120, 1000] : []);

describe("the options", () => {
  test.each(LANGUAGES)("have words for each value in %s", async (language) => {
    await setLanguage(language);
    for (const game of GAMES)
      for (const option of factsOf(game).options)
        for (const value of [...valuesOf(option), ...someNumbersOf(option)]) {
          const { name } = option;
          const text = optionText(name, value);
          expect(text, `${name}=${value}`).not.toMatch(/option\.|[{}]|undefined|NaN/);
          expect(text.length).toBeGreaterThan(2);
        }
  });

  test("are said in words", async () => {
    await setLanguage("en");
    expect(optionText("turn_seconds", 120)).toBe("2 minutes");
    expect(optionText("turn_seconds", 90)).toBe("90 seconds");
    expect(optionText("turn_seconds", 0)).toBe("no time limit");
    expect(optionText("target", 0)).toBe("no target");
    expect(optionText("rounds", 1)).toBe("1 round");
    expect(optionText("first", 0)).toBe("player 1");
    expect(optionText("bracelets", "rb")).toBe("red, blue");
  });
});

describe("a card is called", () => {
  test.each([
    ["en", "exclusiv", "r7", "red seven"],
    ["en", "exclusiv", "*", "joker"],
    ["en", "princess", "g5", "green queen, 5"],
    ["en", "photo", "Dc", "Berlin, church: Berlin Cathedral"],
    ["en", "photo", "Dl", "Berlin, letter box"],
    ["de", "princess", "y2", "gelber Koch, 2"],
    ["de", "exclusiv", "b12", "blaue Zwölf"],
    ["fr", "princess", "b7", "princesse bleue, 7"],
    ["it", "princess", "r5", "regina rossa, 5"],
    ["nl", "photo", "GBl", "Londen, brievenbus"],
    ["es", "exclusiv", "y13", "trece amarillo"],
  ] as const)("%s %s %s: %s", async (language, game, card, name) => {
    await setLanguage(language);
    await loadPhotoNames();
    expect(cardName(game, card)).toBe(name);
  });

  test("by city and category while the names of photos are on their way", async () => {
    vi.resetModules();
    const words = await import("./lang.svelte");
    const names = await import("./names");
    await words.needWords("table");
    await words.setLanguage("fr");
    expect(names.cardName("photo", "Dc")).toBe("Berlin, église");
    await (await import("./photo.svelte")).loadPhotoNames();
    expect(names.cardName("photo", "Dc")).toContain("Cathédrale de Berlin");
  });
});

test("a game is told in its own words, else in those of its family", async () => {
  await setLanguage("en");
  expect(keyOf("exclusiv", (name) => `table.clock.${name}`)).toBe("table.clock.tile");
  expect(keyOf("princess", (name) => `table.players.cards_${name}`))
    .toBe("table.players.cards_figure");
  expect(keyOf("photo", (name) => `game.${name}.name`)).toBe("game.photo.name");
});

describe("a refusal", () => {
  test("is a sentence in the reader's language", async () => {
    await setLanguage("en");
    const twice = { reason: "SET_COLOUR_TWICE", card: "r5" };
    expect(reasonText("exclusiv", twice)).toBe(
      "Red five twice: a set has each colour only once.",
    );
    expect(reasonText("princess", { ...twice, card: "g6" })).toContain("Green king 6 twice");
    await setLanguage("de");
    expect(reasonText("exclusiv", twice)).toMatch(/^Rote Fünf doppelt/);
  });

  test.each(LANGUAGES)("has no holes in %s", async (language) => {
    await setLanguage(language);
    for (const game of GAMES)
      for (const key of below("reason")) {
        const card = game === "photo" ? "GBc" : "r5";
        const reason = key.replace(/_(tile|postcard|figure)$/, "");
        const text = reasonText(game, { reason, card, have: 2, need: 3 });
        expect(text, key).toMatch(/^[^a-z{}][^{}]*[.!]$/);
      }
  });

  test("that nobody knows is told all the same", async () => {
    await setLanguage("en");
    expect(reasonText("photo", { reason: "NEW_ONE" })).toBe(t("error.rule"));
    expect(errorText(null, { error: "brand_new" })).toBe(t("error.malformed"));
    expect(errorText("photo", { error: "full" })).toBe(t("error.full"));
    const draw = { error: "rule", reason: "DRAW_FIRST" };
    expect(errorText("photo", draw)).toBe(t("reason.DRAW_FIRST"));
  });
});

describe("exclusiv has tiles, the other games have cards", () => {
  const TILES: Record<Language, RegExp> = {
    en: /\btiles?\b/i, de: /Stein/, fr: /tuile/i,
    it: /tesser[ae]/i, nl: /ste(en|nen)\b/i, es: /\bfichas?\b/i,
  };
  const RACKS: Record<Language, RegExp> = {
    en: /\bracks?\b/i, de: /Brett|\bBank\b/, fr: /chevalet/i,
    it: /leggi[oi]\b|support[oi]\b/i, nl: /plankje|kaartenhouder/i, es: /atril|soporte/i,
  };
  const CARDS: Record<Language, RegExp> = {
    en: /\b(cards?|photos?)\b/i, de: /Karte|Foto/, fr: /\b(cartes?|photos?)\b/i,
    it: /\b(cart[ae]|foto)\b/i, nl: /kaart|foto/i, es: /\b(cartas?|fotos?)\b/i,
  };
  // what only one game says, and what names both; only tiles are read in photos
  const OF_TILES = new RegExp("_tile(_|$)|\\.tile_|^game\\.exclusiv|\\.(clock|zero)\\.tile" +
    "|hidden_tile|^app\\.camera\\.|^option\\.stock_end|^app\\.settings\\.sort$" +
    "|^reason\\.(STOCK_LEFT|NO_PASSING" +
    "|MELD_OF_JOKERS|MELD_MIXED|MELD_TOO_SHORT|SET_TOO_LONG|JOKER_NOT_REPLACED|NO_OWN_CARD_LAID" +
    "|RUN_ENDS)$");
  const OF_CARDS = new RegExp("_(postcard|figure)|(postcard|figure)_|^game\\.(photo|princess)" +
    "|\\.(clock|zero)\\.(postcard|figure)|^card\\.|^table\\.card\\.|^rules\\.names" +
    "|^app\\.camera\\.|^app\\.companion\\.(ownColour|laidElsewhere)$" +
    "|^table\\.(piles\\.(stack|take|discard)|refused\\.pick_single)" +
    "|^option\\.(deal|run_max|rediscard|extend_before_own)|^reason\\.(DRAW_FIRST" +
    "|DRAWN_ALREADY|LAID_ALREADY|NOTHING_TO_SHUFFLE|RUN_TOO_LONG|ROW_TOO_LONG|ROW_TOO_SHORT" +
    "|SET_TOO_SHORT|FIRST_MELD_MISSING|MELD_TOO_MANY_JOKERS|MELD_CHANGED|WHOLE_HAND_LAID" +
    "|CARD_JUST_TAKEN)$");

  test.each(LANGUAGES)("in %s", (language) => {
    for (const [key, value] of flatten(files[`./${language}.json`] ?? {})) {
      if (key.startsWith("option.joker_swap.")) continue;
      const text = value.replace(/\{\w+\}/g, "");
      if (!OF_TILES.test(key)) expect(text, key).not.toMatch(TILES[language]);
      // photos stand on racks too, in the words of their own booklets; the keys are told of one
      if (!OF_TILES.test(key) && !/_postcard|^table\.keys\./.test(key))
        expect(text, key).not.toMatch(RACKS[language]);
      if (!OF_CARDS.test(key)) expect(text, key).not.toMatch(CARDS[language]);
    }
  });
});

describe("the language", () => {
  test("is the chosen one, else the first that the browser asks for", () => {
    expect(preferredLanguage("it", ["de"])).toBe("it");
    expect(preferredLanguage(undefined, ["pt-BR", "nl-BE", "fr"])).toBe("nl");
    expect(preferredLanguage("xx", ["fr-CH"])).toBe("fr");
    expect(preferredLanguage(null, ["dev", "ja"])).toBe("en");
    expect(preferredLanguage(null, [])).toBe("en");
  });

  test("has a name of its own and is told to the page", async () => {
    expect(Object.keys(languageNames)).toEqual([...LANGUAGES]);
    await setLanguage("nl");
    expect(document.documentElement.lang).toBe("nl");
  });

  test("asked for last wins", async () => {
    await Promise.all([setLanguage("es"), setLanguage("it")]);
    expect(t("phrase.3")).toBe("Grazie!");
  });

  test("writes numbers its own way and chooses the form", async () => {
    await setLanguage("de");
    expect(t("option.target.value.some", { n: 1500 })).toBe("bis 1.500 Punkte");
    await setLanguage("fr");
    expect(t("option.rounds.value.some", { n: 1 })).toBe("1 manche");
  });
});
