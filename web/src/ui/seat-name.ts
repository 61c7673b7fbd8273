// seat-name.ts - what somebody at a table is called, and which colour stands for them.
import { t } from "../lang/lang.svelte";
import type { Colour, SeatInfo } from "../link/messages";

/** Who plays alone in the page may go without a name: there is nobody to be told apart from. */
export function isYou(seats: readonly SeatInfo[], place: number): boolean {
  const seat = seats[place];
  return seat?.kind === "person" && seat.name === "";
}

/** The key of a sentence about somebody, who may be the one that reads it. */
export function keyAbout(key: string, seats: readonly SeatInfo[], place: number): string {
  return isYou(seats, place) ? `${key}_you` : key;
}

/** Computer players by who they are, or, where no game says so, by the number of their seat. */
export function seatName(seats: readonly SeatInfo[], place: number): string {
  const seat = seats[place];
  if (isYou(seats, place)) return t("app.you");
  if (seat?.kind === "person" && seat.name !== undefined) return seat.name;
  if (seat?.person !== undefined)
    return t(`face.${seat.person.family}.${seat.person.number}`);
  if (seat?.kind === "bot") return t("table.computer", { number: place + 1 });
  return t("app.seat.number", { number: place + 1 });
}

const COLOURS: readonly Colour[] = ["g", "y", "r", "b"];

/** The colour of a seat, or one that no other has. */
export function seatColour(seats: readonly SeatInfo[], place: number): Colour {
  const own = seats[place]?.colour;
  if (own !== undefined) return own;
  const taken = seats.map(({ colour }) => colour);
  const free = COLOURS.filter((colour) => !taken.includes(colour));
  const before = seats.slice(0, place).filter(({ colour }) => colour === undefined).length;
  return free[before] ?? "g";
}
