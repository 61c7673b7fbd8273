// position.ts - a view as the lines that the modules read and print (src/wasm/position.h).
import { parseCards, printCards } from "../game/cards";
import { factsOf } from "../game/games";
import { parseTable, printTable } from "../game/tables";
import type { Rules, View } from "../game/types";
import { linesByName } from "./wasm";

/** The first line of a record. */
export function headerOf(rules: Rules): string {
  const options = Object.entries(rules.options).map(([name, value]) => ` ${name}=${value}`);
  return `match ${rules.game} players=${rules.players}${options.join("")}`;
}

const flags = (values: readonly boolean[]) => values.map((value) => (value ? "1" : "0")).join("");
const seat = (value: number | null | undefined) => value ?? "-";

/** What only games with a discard pile remember. */
function linesOfDiscard(view: View): string[] {
  const lines = [
    `discard ${printCards(view.discard)}`,
    `laid ${flags(view.laid)}`,
    `laid_since_shuffle ${view.laidSinceShuffle ? 1 : 0}`,
    `idle ${view.idle}`,
  ];
  if (view.taken !== null && view.from !== null)
    lines.push(`taken ${view.taken}`, `from ${view.from}`);
  if (view.before !== undefined && view.phase === "laid")
    lines.push(
      `before ${printTable(view.before.table)}`,
      `opened_before ${flags(view.before.opened)}`,
      `laid_before ${flags(view.before.laid)}`,
      `fresh_before ${view.before.laidSinceShuffle ? 1 : 0}`,
    );
  return lines;
}

export function printPosition(rules: Rules, view: View): string {
  const lines = [
    headerOf(rules),
    `viewer ${seat(view.viewer)}`,
    `seat ${seat(view.seat)}`,
    `phase ${view.phase}`,
    `winner ${seat(view.winner)}`,
    ...view.racks.map((rack) => `rack ${printCards(rack)}`),
    ...view.shown.map((shown) => `shown ${printCards(shown)}`),
    `table ${printTable(view.table)}`,
    `opened ${flags(view.opened)}`,
    `stacks ${view.stacks.join(" ")}`,
  ];
  if (factsOf(rules.game).has_discard) lines.push(...linesOfDiscard(view));
  return lines.join("\n");
}

/** Reads what a module printed. */
export function readPosition(text: string): View {
  const lines = linesByName(text);
  const one = (name: string) => lines.get(name)?.[0] ?? "";
  const seatOf = (name: string) => (/^\d$/.test(one(name)) ? Number(one(name)) : null);
  const flagsOf = (name: string) => Array.from(one(name), (digit) => digit === "1");
  const racks = (lines.get("rack") ?? []).map(parseCards);
  const laid = lines.has("laid") ? flagsOf("laid") : racks.map(() => false);
  const view: View = {
    viewer: seatOf("viewer"),
    seat: seatOf("seat"),
    phase: one("phase") as View["phase"],
    racks,
    shown: (lines.get("shown") ?? []).map(parseCards),
    table: parseTable(one("table")),
    opened: flagsOf("opened"),
    stacks: one("stacks").split(" ").map(Number),
    discard: parseCards(one("discard")),
    laid,
    laidSinceShuffle: one("laid_since_shuffle") !== "0",
    idle: Number(one("idle")),
    taken: lines.has("taken") ? one("taken") : null,
    from: lines.has("from") ? (one("from") as View["from"]) : null,
  };
  if (view.phase === "over") view.winner = seatOf("winner");
  if (lines.has("before"))
    view.before = {
      table: parseTable(one("before")),
      opened: flagsOf("opened_before"),
      laid: flagsOf("laid_before"),
      laidSinceShuffle: one("fresh_before") === "1",
    };
  return view;
}
