// local-seats.ts - who sits at a table in the page: changes that people ask for.
import { Refusal } from "./link";
import { freeColour, type LocalTable } from "./local-table";
import type { Phase, Request, SeatInfo } from "./messages";

const SEATS_MIN = 2;
const SEATS_MAX = 4;
const refuse = (error: string, why: string) => new Refusal({ error, why });

type SeatRequest = Extract<Request, { do: "seat" }>;
type ProfileRequest = Extract<Request, { do: "profile" }>;

/** A computer player may take over at any time; seats come and go between matches. */
export function changeSeat(table: LocalTable, request: SeatRequest, phase: Phase): void {
  const { seats } = table;
  const { seat, as } = request;
  const isBetween = phase === "waiting" || phase === "over";
  const isNew = seat === seats.length;
  if (seat < 0 || seat > seats.length || seats.length + Number(isNew) > SEATS_MAX)
    throw refuse("full", "there is no such seat");
  if (!isBetween && (as !== "bot" || isNew)) throw refuse("not_now", "a match is going on");
  if (as === "none") {
    if (isNew || seats.length <= SEATS_MIN) throw refuse("not_now", "two seats stay");
    table.seats = seats.filter((_, i) => i !== seat);
    return;
  }
  const colour = seats[seat]?.colour ?? freeColour(seats);
  const made: SeatInfo =
    as === "bot" ? { kind: "bot", level: request.level ?? 1, colour } : { kind: "open" };
  table.seats = [...seats.slice(0, seat), made, ...seats.slice(seat + 1)];
}

/** The colour stays while a match runs. */
export function changeProfile(
  table: LocalTable,
  request: ProfileRequest,
  phase: Phase,
  standard: number,
): void {
  const at = request.seat ?? standard;
  const seat = table.seats[at];
  if (seat === undefined || seat.kind === "bot") throw refuse("not_yours", "no person sits there");
  const { name, colour, language } = request;
  const isBetween = phase === "waiting" || phase === "over";
  if (colour !== undefined && colour !== seat.colour) {
    if (!isBetween) throw refuse("not_now", "the colour stays while a match runs");
    if (table.seats.some((other) => other.colour === colour)) throw refuse("taken", "taken");
  }
  const next: SeatInfo = { ...seat };
  // who sits down on an open seat of this device becomes a person
  if (seat.kind === "open" && name !== undefined)
    Object.assign(next, { kind: "person", here: true, ready: false, host: true });
  if (name !== undefined) next.name = name;
  if (language !== undefined) next.language = language;
  if (next.kind === "person") next.colour = colour ?? seat.colour ?? freeColour(table.seats);
  table.seats = table.seats.map((other, i) => (i === at ? next : other));
}
