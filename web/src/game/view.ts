// view.ts - a round as one seat may know it, read from a message.
import type { ViewMessage } from "../link/messages";
import { parseCards } from "./cards";
import { parseTable } from "rummery/notation";
import type { View } from "./types";

export function viewOf(message: ViewMessage): View {
  const view: View = {
    message,
    viewer: message.viewer,
    seat: message.seat,
    phase: message.phase,
    racks: message.racks.map(parseCards),
    table: parseTable(message.table),
    opened: message.opened,
    stacks: message.stacks ?? [message.stock ?? 0],
    discard: parseCards(message.discard ?? ""),
  };
  if (message.winner !== undefined) view.winner = message.winner;
  return view;
}
