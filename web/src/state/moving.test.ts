// moving.test.ts - what one browser keeps comes to another, by a file or by codes, and nothing that
// is there already is lost.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { readStored, writeStored } from "../link/store";
import { addPiece, CODES_MAX, joinPieces, missingOf, type Pieces, toPieces } from "./codes";
import { countKept, keptHere, lightOf, readKept, takeKept, writeKept } from "./moving";

/** Another browser, which keeps nothing yet. */
function openBrowser(): void {
  vi.stubGlobal("localStorage", new Proxy<Record<string, unknown>>({}, {
    get: (kept, name) => ({
      getItem: (one: string) => kept[one] ?? null,
      setItem: (one: string, value: string) => void (kept[one] = value),
      removeItem: (one: string) => void delete kept[one],
    })[name as string],
  }));
}
beforeEach(openBrowser);

const seat = { table: "k3v9", game: "photo", key: "abc", seats: [0], names: ["Anna"], at: 5 };
const match = (at: number) => ({
  id: `m.${at}`, at, game: "photo", players: 2, level: 1, isWon: true, rounds: 1, largest: 3,
  seat: 0, record: "", accuracy: null,
});
const local = {
  name: "q1", game: "princess", options: {}, seats: [], seq: 1, match: 1, lines: ["match"],
  sheet: [], records: [], draft: null, usedMs: 0, backSeat: null, at: 3,
};

describe("a file", () => {
  test("brings everything to another browser", () => {
    const all = { settings: { name: "Anna" }, tables: [seat], matches: [match(1)], steps: true,
      lessons: { photo: ["first"] }, local: ["q1"], "local.q1": local,
      "mixes.k3v9": [{ deal: 1 }] };
    for (const [name, value] of Object.entries(all)) writeStored(name, value);
    const text = writeKept(keptHere());
    openBrowser();
    const kept = readKept(text);
    expect(kept).not.toBeNull();
    expect(countKept(kept ?? {})).toEqual({ matches: 1, seats: 1 });
    expect(takeKept(kept ?? {})).toBe(true);
    for (const [name, value] of Object.entries(all)) expect(readStored(name)).toEqual(value);
  });
  test("takes nothing away from what is here", () => {
    writeStored("settings", { name: "Ben" });
    writeStored("tables", [{ ...seat, key: "mine", at: 9 }, { ...seat, table: "own1", at: 1 }]);
    writeStored("matches", [match(2)]);
    writeStored("local", ["q0"]);
    writeStored("lessons", { photo: ["first"], princess: ["one"] });
    const there = [seat, { ...seat, table: "new1", at: 4 }];
    takeKept({ settings: { name: "Anna" }, tables: there, matches: [match(1), match(2)],
      local: ["q1"], "local.q1": local, lessons: { photo: ["second", "first"] } });
    expect(readStored("lessons")).toEqual({ photo: ["first", "second"], princess: ["one"] });
    expect(readStored("settings")).toEqual({ name: "Ben" });
    expect(readStored<{ table: string; key: string }[]>("tables")
      ?.map(({ table, key }) => `${table} ${key}`)).toEqual(["k3v9 mine", "new1 abc", "own1 abc"]);
    expect(readStored<unknown[]>("matches")).toEqual([match(2), match(1)]);
    expect(readStored("local")).toEqual(["q0", "q1"]);
  });
  test("brings the key of a table that was only watched here", () => {
    const { key: _, ...watched } = seat;
    writeStored("tables", [{ ...watched, at: 9 }]);
    takeKept({ tables: [seat] });
    expect(readStored<{ key: string }[]>("tables")?.[0]?.key).toBe("abc");
  });
  test("of somebody else is none", () => {
    for (const text of ["", "[]", "null", "{}", "{\"rummery\":2,\"kept\":{}}",
      "{\"rummery\":1,\"kept\":{\"tables\":5}}", "{\"rummery\":1,\"kept\":{\"local\":[1]}}",
      "{\"rummery\":1,\"kept\":{\"local.q\":{\"name\":\"q\"}}}",
      "{\"rummery\":1,\"kept\":{\"matches\":[{}]}}"])
      expect(readKept(text), text).toBeNull();
  });
  test("brings nothing that no page of ours keeps", () => {
    takeKept({ strange: "thing", "local.": local });
    expect(readStored("strange")).toBeNull();
    expect(readStored("local.")).toBeNull();
  });
});

async function collect(pieces: readonly string[]): Promise<Pieces | null> {
  return pieces.reduce<Pieces | null>((all, piece) => addPiece(all, piece), null);
}

describe("codes", () => {
  const long = JSON.stringify(Array.from({ length: 400 }, (_, i) => Math.sin(i)));
  test("have all of a text, in any order", async () => {
    const pieces = (await toPieces(long)) ?? [];
    expect(pieces.length).toBeGreaterThan(2);
    const all = await collect([...pieces].reverse());
    expect(missingOf(all!)).toEqual([]);
    expect(await joinPieces(all!)).toBe(long);
  });
  test("say which of them are missing", async () => {
    const pieces = (await toPieces(long)) ?? [];
    expect(missingOf((await collect(pieces.slice(1)))!)).toEqual([1]);
  });
  test("of two texts are not mixed", async () => {
    const [first, second] = [await toPieces(long), await toPieces(long.slice(1))];
    const all = await collect([first![0]!, second![1]!]);
    expect(Object.keys(all!.known)).toEqual(["2"]);
  });
  test("that are damaged are no text", async () => {
    const [piece] = (await toPieces("something short")) ?? [];
    const all = addPiece(null, piece!)!;
    expect(await joinPieces(all)).toBe("something short");
    expect(await joinPieces({ ...all, known: { 1: `${all.known[1]}A` } })).toBeNull();
    for (const text of ["", "a.1.1", "a.2.1.AAAA", "a.0.1.AAAA", `a.1.${CODES_MAX + 1}.AAAA`])
      expect(addPiece(null, text), text).toBeNull();
  });
  test("are never too many", async () => {
    const endless = JSON.stringify(Array.from({ length: 9000 }, (_, i) => Math.sin(i)));
    expect(await toPieces(endless)).toBeNull();
  });
  test("hold the seats and the latest of many matches", async () => {
    const kept = { settings: { name: "Anna", colour: "g" }, tables: [{ ...seat, melds: "[Sp Sc]" }],
      matches: Array.from({ length: 900 }, (_, i) => match(1700000000000 + i * 987654321)),
      local: ["q1"], "local.q1": local };
    const light = lightOf(kept);
    expect(Object.keys(light)).toEqual(["settings", "tables", "matches"]);
    expect(light["tables"]).toEqual([seat]);
    expect(light["matches"]).toEqual(kept.matches.slice(0, 100));
    expect((await toPieces(writeKept(light)))?.length).toBeLessThanOrEqual(6);
  });
});
