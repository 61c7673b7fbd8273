// keys.test.ts - the browser remembers its tables, newest first, and links lead back to them.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { forgetTable, knownTable, knownTables, linkOf, readLink, rememberTable } from "./keys";
import { readStored, writeStored } from "./store";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});

describe("tables", () => {
  test("are remembered, the newest first, and added to", () => {
    rememberTable({ table: "one", game: "photo", key: "k1", seats: [0] });
    rememberTable({ table: "two", game: "princess" });
    rememberTable({ table: "one", game: "photo", names: ["Anna", "Ben"] });
    expect(knownTables().map(({ table }) => table)).toEqual(["one", "two"]);
    expect(knownTable("one")).toMatchObject({ key: "k1", seats: [0], names: ["Anna", "Ben"] });
  });
  test("are passed over where the browser kept something else", () => {
    for (const junk of [5, "x", {}, [null], [{}], [[1]]]) {
      writeStored("tables", junk);
      expect(knownTables(), JSON.stringify(junk)).toEqual([]);
    }
    writeStored("tables", [null, { table: "one", game: "photo", names: [], seats: [], at: 1 }]);
    expect(knownTables().map(({ table }) => table)).toEqual(["one"]);
  });
  test("are forgotten", () => {
    rememberTable({ table: "one", game: "photo", key: "k1" });
    forgetTable("one");
    expect(knownTable("one")).toBeNull();
  });
});

describe("a link", () => {
  test("says the table and the invitation", () => {
    const link = linkOf("https://rummery.example", "k3v9", "h7d2");
    expect(link).toBe("https://rummery.example/t/k3v9#h7d2");
    expect(readLink(link)).toEqual({ table: "k3v9", invite: "h7d2" });
  });
  test("without an invitation leads to watching", () => {
    const link = linkOf("https://rummery.example", "k3v9");
    expect(readLink(link)).toEqual({ table: "k3v9", invite: null });
  });
  test("to another page is none", () => {
    expect(readLink("https://rummery.example/rules/photo")).toBeNull();
  });
});

test("where the browser keeps nothing, the page remembers until it is closed", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(writeStored("thing", { a: 1 })).toBe(false);
  expect(readStored("thing")).toEqual({ a: 1 });
  expect(readStored("other")).toBeNull();
});
