// pack.ts - the packs of puzzles (docs/puzzles.md): one file a game, fetched when somebody asks for
// it. A puzzle is named by its game and its place in the pack; the hardest are last.
import { GAMES } from "../game/games";
import type { GameId } from "../link/messages";

export interface Puzzle {
  game: GameId;
  /** Its place in the pack, from 0. */
  index: number;
  /** 1 to 5. */
  grade: number;
  /** As src/practice judges it. */
  goal: string;
  /** The short text of a position (docs/notation.md). */
  position: string;
  /** How good one must be to solve one half of such puzzles. */
  rating: number;
}

/** A puzzle's rating is as sure as that. */
export const PUZZLE_DEVIATION = 60;
const RATING_MIN = 800;
const RATING_MAX = 2200;

const urls = import.meta.glob<string>("../../../puzzles/*.txt",
  { query: "?url", import: "default" });
const fetchers = new Map(Object.entries(urls).map(([path, fetcher]) =>
  [path.replace(/^.*\/|\.txt$/g, ""), fetcher]));

/** The games that there are puzzles of. */
export const PUZZLE_GAMES: readonly GameId[] = GAMES.filter((game) => fetchers.has(game));

export function parsePack(game: GameId, text: string): Puzzle[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line, index) => {
    const end = line.indexOf(" : ");
    return {
      game,
      index,
      grade: Number(line[0]),
      goal: line.slice(2, end),
      position: line.slice(end + 3),
      rating: RATING_MIN + ((RATING_MAX - RATING_MIN) * index) / Math.max(1, lines.length - 1),
    };
  });
}

const packs = new Map<GameId, Promise<readonly Puzzle[]>>();

async function fetchPack(game: GameId): Promise<readonly Puzzle[]> {
  const url = await fetchers.get(game)?.();
  const answer = url === undefined ? null : await fetch(url);
  if (answer === null || !answer.ok) throw new Error(`no puzzles of ${game}`);
  return parsePack(game, await answer.text());
}

export function packOf(game: GameId): Promise<readonly Puzzle[]> {
  const known = packs.get(game);
  if (known !== undefined) return known;
  const fetched = fetchPack(game);
  packs.set(game, fetched);
  // what failed is tried again
  fetched.catch(() => packs.delete(game));
  return fetched;
}
