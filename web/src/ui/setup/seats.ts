// seats.ts - the seats of a table that is being made, as its form holds them.
import type { Colour, Language, NewSeat } from "../../link/messages";
import { tidyName } from "../tidy-name";

export const KINDS = ["person", "open", "bot"] as const;
export type SeatKind = (typeof KINDS)[number];

export interface SeatDraft {
  id: number;
  kind: SeatKind;
  name: string;
  colour: Colour;
  level: number;
}

const COLOURS: readonly Colour[] = ["g", "y", "r", "b"];

export function takenBy(seats: readonly SeatDraft[], but?: SeatDraft): Colour[] {
  return seats.filter((seat) => seat !== but && seat.kind === "person").map((seat) => seat.colour);
}

/** A colour that nobody wears. */
export function freeColour(seats: readonly SeatDraft[]): Colour {
  const taken = takenBy(seats);
  return COLOURS.find((colour) => !taken.includes(colour)) ?? "g";
}

/** As the server wants them; people without a name get what `nameless` says. */
export function newSeats(
  seats: readonly SeatDraft[],
  language: Language,
  nameless: (place: number) => string,
): NewSeat[] {
  return seats.map(({ kind, name, colour, level }, i): NewSeat => {
    if (kind === "open") return { open: true };
    if (kind === "bot") return { bot: level };
    const called = tidyName(name);
    return { name: called === "" ? nameless(i) : called, colour, language };
  });
}
