// whole-view.ts - views for tests, which account for every card as the module wants it: what a test
// does not name lies in the stock.
import { parseCards } from "../game/cards";
import type { GameId, Options, ViewMessage } from "../link/messages";
import { parseTable } from "../game/tables";
import type { Rules } from "../game/types";

const DECK_SIZE: Record<GameId, number> = { exclusiv: 108, photo: 108, princess: 56 };
const STACKS = 5;

export const rulesOf = (game: GameId, options: Options = {}): Rules => ({
  game, players: 2, options,
});

export function wholeView(game: GameId, change: Partial<ViewMessage>): ViewMessage {
  const view: ViewMessage = {
    viewer: 0,
    seat: 0,
    phase: "start",
    racks: ["", "? ? ?"],
    shown: ["", ""],
    table: "-",
    opened: [false, false],
    ...(game === "princess"
      ? { discard: "", laid: [false, false], laid_since_shuffle: true, idle: 0 } : {}),
    ...change,
  };
  const named = view.racks.flatMap(parseCards).length +
    parseTable(view.table).flatMap(({ cards }) => cards).length +
    parseCards(view.discard ?? "").length;
  const stock = DECK_SIZE[game] - named;
  const sizeOf = (i: number) => Math.floor((stock + STACKS - 1 - i) / STACKS);
  const stacks = Array.from({ length: STACKS }, (_, i) => sizeOf(i));
  return { ...view, ...(game === "photo" ? { stacks } : { stock }), ...change };
}
