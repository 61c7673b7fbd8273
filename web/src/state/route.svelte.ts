// route.svelte.ts - which screen the address names. The history API, no library: links stay plain
// links, and a click on one of our own is answered here instead of by the server.
import { familyOf, FIRST_GAME, GAMES } from "../game/games";
import type { GameId } from "../link/messages";

export type ReplaySource =
  | { kind: "server"; table: string; match: number | null }
  | { kind: "local"; game: GameId }
  | { kind: "file" };

export type Route =
  | { screen: "home" }
  | { screen: "new"; game: GameId }
  | { screen: "play"; game: GameId; table: string | null }
  | { screen: "table"; name: string; invite: string | null }
  | { screen: "rules"; game: GameId }
  | { screen: "names"; game: GameId }
  | { screen: "replay" | "review"; source: ReplaySource }
  /** As it stands in the address (game/position-text.ts). */
  | { screen: "practice" | "board"; position: string }
  | { screen: "learn"; game: GameId }
  | { screen: "lesson"; game: GameId; lesson: string }
  | { screen: "stats"; piece: string }
  | { screen: "puzzle"; query: URLSearchParams }
  | { screen: "companion"; part: string; position: string }
  | { screen: "nowhere" };

const TABLE_NAME = /^[a-z0-9]{4,32}$/;
const INVITE = /^[A-Za-z0-9_-]{4,128}$/;

function gameOf(text: string | null | undefined): GameId | undefined {
  return GAMES.find((game) => game === text);
}

function replaySource(query: URLSearchParams): ReplaySource {
  const table = query.get("table");
  const game = gameOf(query.get("game"));
  const match = Number(query.get("match"));
  if (table !== null && TABLE_NAME.test(table))
    return { kind: "server", table, match: Number.isInteger(match) && match > 0 ? match : null };
  return game === undefined ? { kind: "file" } : { kind: "local", game };
}

/** The screen of an address. */
export function readRoute(url: URL): Route {
  const [first = "", second, ...more] = url.pathname.split("/").filter((part) => part !== "");
  const game = gameOf(second);
  const isNames = first === "rules" && more.length === 1 && more[0] === "names";
  if (isNames && game !== undefined && familyOf(game) === "postcard")
    return { screen: "names", game };
  const [third = ""] = more;
  if (first === "learn" && game !== undefined && more.length === 1)
    return { screen: "lesson", game, lesson: third };
  if (more.length > 0) return { screen: "nowhere" };
  if (first === "" || first === "index.html") return { screen: "home" };
  const hash = url.hash.slice(1);
  if (second === undefined) {
    if (first === "replay" || first === "review")
      return { screen: first, source: replaySource(url.searchParams) };
    if (first === "practice" || first === "board") return { screen: first, position: hash };
    if (first === "learn") return { screen: first, game: FIRST_GAME };
    if (first === "puzzle") return { screen: first, query: url.searchParams };
    if (first === "stats") return { screen: first, piece: hash };
  }
  if (first === "companion" && /^[a-z0-9]*$/.test(second ?? ""))
    return { screen: "companion", part: second ?? "", position: hash };
  if (first === "t" && second !== undefined && TABLE_NAME.test(second))
    return { screen: "table", name: second, invite: INVITE.test(hash) ? hash : null };
  if (game !== undefined && first === "play")
    return { screen: "play", game, table: url.searchParams.get("table") };
  if (game !== undefined && (first === "new" || first === "rules" || first === "learn"))
    return { screen: first, game };
  return { screen: "nowhere" };
}

class Place {
  route = $state.raw<Route>({ screen: "home" });
  /** Grows with each change, so that a screen for the same address begins anew. */
  visit = $state(0);

  /** Reads the address now and whenever it changes. */
  listen(): void {
    this.read();
    window.addEventListener("popstate", () => this.read());
    window.addEventListener("hashchange", () => this.read());
    document.addEventListener("click", (event) => this.answer(event));
  }

  private read(): void {
    this.route = readRoute(new URL(location.href));
    this.visit++;
  }

  go(path: string): void {
    history.pushState(null, "", path);
    // what has the focus goes with its screen: taken from it first, nothing is laid out for that
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.read();
    window.scrollTo(0, 0);
  }

  /** Like go(), but the way back leaves out where one was. */
  replace(path: string): void {
    history.replaceState(null, "", path);
    this.read();
  }

  private answer(event: MouseEvent): void {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
    const from = event.target instanceof Element ? event.target.closest("a") : null;
    if (!isPlain || event.defaultPrevented || from === null) return;
    const isOurs = from.origin === location.origin && !from.hasAttribute("download");
    if (!isOurs || from.target !== "" || from.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    this.go(from.pathname + from.search + from.hash);
  }
}

export const place = new Place();
