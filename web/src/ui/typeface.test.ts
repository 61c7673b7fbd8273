// typeface.test.ts - the page's own letters are all that its words need, and light.
import { expect, test } from "vitest";
import letters from "./typeface.txt?raw";

const files = (await import(/* @vite-ignore */ String("node:fs"))) as {
  statSync(path: string): { size: number };
};
const words = import.meta.glob<object>("../lang/*.json", { import: "default", eager: true });

test("every letter of the six languages is in the typeface", () => {
  expect(Object.keys(words)).toHaveLength(6);
  const textsOf = (value: object): string[] => Object.values(value).flatMap((one: unknown) =>
    typeof one === "string" ? [one] : textsOf(one as object));
  const used = new Set(Object.values(words).flatMap(textsOf).join("").replace(/\{\w+\}/g, ""));
  used.delete("\u00ad"); // where a word may be broken: seen as a hyphen
  expect([...used].filter((letter) => !letters.includes(letter))).toEqual([]);
});

test("the typeface is under 14 kB", () => {
  expect(files.statSync("src/ui/typeface.woff2").size).toBeLessThan(14000);
});
