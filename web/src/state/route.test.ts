// route.test.ts - which screen an address leads to.
import { expect, test } from "vitest";
import { readRoute } from "./route.svelte";
import { backFrom } from "./way-back";

const route = (path: string) => readRoute(new URL(path, "https://example.org"));

test("addresses of games lead to their screens", () => {
  expect(route("/")).toEqual({ screen: "home" });
  expect(route("/play/photo")).toEqual({ screen: "play", game: "photo", table: null });
  expect(route("/play/photo?table=k3v9")).toMatchObject({ game: "photo", table: "k3v9" });
  expect(route("/rules/princess")).toEqual({ screen: "rules", game: "princess" });
  expect(route("/rules/photo/names")).toEqual({ screen: "names", game: "photo" });
  expect(route("/new/exclusiv/")).toEqual({ screen: "new", game: "exclusiv" });
});
test("a table is watched, or joined with its invitation", () => {
  expect(route("/t/k3v9m2x7q4tw")).toEqual({
    screen: "table", name: "k3v9m2x7q4tw", invite: null,
  });
  expect(route("/t/k3v9m2x7q4tw#h7d2Zk_1-")).toMatchObject({ invite: "h7d2Zk_1-" });
});
test("records come from the server, the browser or a file", () => {
  const source = (path: string) => {
    const found = route(path);
    return found.screen === "replay" ? found.source : null;
  };
  expect(source("/replay?table=k3v9m2x7q4tw&match=2"))
    .toEqual({ kind: "server", table: "k3v9m2x7q4tw", match: 2 });
  expect(source("/replay?table=k3v9m2x7q4tw&match=x")).toMatchObject({ match: null });
  expect(source("/replay?game=photo")).toEqual({ kind: "local", game: "photo" });
  expect(source("/replay?table=../../api")).toEqual({ kind: "file" });
});
test("a match is reviewed, from wherever it can be replayed", () => {
  expect(route("/review?game=photo"))
    .toEqual({ screen: "review", source: { kind: "local", game: "photo" } });
  expect(route("/review?back=1")).toEqual({ screen: "review", source: { kind: "file" } });
});
test("a position leads back to where it was found, and nowhere else", () => {
  const from = (path: string) => backFrom(`?from=${encodeURIComponent(path)}`);
  expect(from("/review?back=1")).toBe("/review?back=1");
  expect(from("/board#photo+players=2")).toBe("/board#photo+players=2");
  for (const path of ["https://example.com/", "//example.com/review", "/reviews", "javascript:0"])
    expect(from(path)).toBe("/");
  expect(backFrom("")).toBe("/");
});
test("an evening with the box has its own address", () => {
  expect(route("/companion")).toEqual({ screen: "companion", part: "", position: "" });
  expect(route("/companion/help#photo;rack+Lp")).toEqual(
    { screen: "companion", part: "help", position: "photo;rack+Lp" });
  expect(route("/companion/a/b")).toEqual({ screen: "nowhere" });
});
test("everything else leads nowhere, kindly", () => {
  for (const path of ["/what", "/play/poker", "/t/UPPER", "/t", "/play/photo/more", "/rules",
    "/rules/princess/names"])
    expect(route(path)).toEqual({ screen: "nowhere" });
});
