// finished.ts - the matches of this device that were played to their end, as far as they are kept.
import { withPeople } from "../game/people";
import { localTable, localTables } from "../link/local-table";
import type { GameId, SeatInfo } from "../link/messages";

export interface FinishedMatch {
  game: GameId;
  seats: readonly SeatInfo[];
  record: string;
  at: number;
}

/** The newest first. */
export function finishedMatches(): FinishedMatch[] {
  return localTables().map(localTable).filter((table) => table !== null)
    .flatMap(({ game, seats, lines, records, isOver, at }) =>
      [...(isOver === true ? [lines.join("\n")] : []), ...[...records].reverse()]
        .map((record) => ({ game, seats: withPeople(game, seats), record, at })));
}
