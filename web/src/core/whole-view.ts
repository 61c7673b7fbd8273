// whole-view.ts - views for tests, which account for every card as the module wants it: what a test
// does not name lies in the stock.
import { parseCards } from "../game/cards";
import { factsOf } from "../game/games";
import type { GameId, Options, ViewMessage } from "../link/messages";
import { parseTable } from "rummery/notation";
import type { Rules } from "../game/types";

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
    ...(factsOf(game).has_discard
      ? { discard: "", laid: [false, false], laid_since_shuffle: true, idle: 0 } : {}),
    ...change,
  };
  const named = view.racks.flatMap(parseCards).length +
    parseTable(view.table).flatMap(({ cards }) => cards).length +
    parseCards(view.discard ?? "").length;
  const { suits, ranks, copies, jokers, stacks: count } = factsOf(game);
  const stock = suits.length * ranks.length * copies + jokers - named;
  const sizeOf = (i: number) => Math.floor((stock + count - 1 - i) / count);
  const stacks = Array.from({ length: count }, (_, i) => sizeOf(i));
  return { ...view, ...(count > 1 ? { stacks } : { stock }), ...change };
}
