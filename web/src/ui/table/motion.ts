// motion.ts - only what moved moves: straight from where it was to where it lies. Before the page
// changes it is remembered where each piece is; afterwards those that lie elsewhere are let go from
// there. One that was not there before comes from its origin, a pile or a player. Where a piece
// lies is measured inside its region, so that what scrolls or is pushed along does not move.

const FLIGHT_MS = 260;
const EASING = "cubic-bezier(0.2, 0.8, 0.3, 1)";
const STILL_PX = 2;

export function motionIsWanted(): boolean {
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The middle of a piece on the screen and within its region, and its width. */
interface Spot {
  readonly home: Element | null;
  readonly x: number;
  readonly y: number;
  readonly homeX: number;
  readonly homeY: number;
  readonly width: number;
}

interface Flight {
  readonly piece: HTMLElement;
  readonly animation: Animation;
  readonly to: Spot;
}

/** Looks at many pieces one after the other, at each region once. */
class Measure {
  #corners = new Map<Element, { x: number; y: number }>();

  #cornerOf(home: Element): { x: number; y: number } {
    const known = this.#corners.get(home);
    if (known !== undefined) return known;
    const { left, top } = home.getBoundingClientRect();
    const corner = { x: left - home.scrollLeft, y: top - home.scrollTop };
    this.#corners.set(home, corner);
    return corner;
  }

  /** Where it is; `shift` is what a flight adds to where it lies, and is left out. */
  spotOf(piece: Element, shift?: DOMMatrixReadOnly): Spot {
    const { left, top, width, height } = piece.getBoundingClientRect();
    const x = left + width / 2 - (shift?.e ?? 0);
    const y = top + height / 2 - (shift?.f ?? 0);
    const home = piece.closest("[data-region]");
    const corner = home === null ? { x: 0, y: 0 } : this.#cornerOf(home);
    return { home, x, y, homeX: x - corner.x, homeY: y - corner.y, width: width / (shift?.a ?? 1) };
  }
}

/** What leads from one spot to the other. */
interface Way {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Null if the two are the same. */
function wayFrom(from: Spot, to: Spot): Way | null {
  const isInside = from.home === to.home && from.home !== null;
  const x = isInside ? from.homeX - to.homeX : from.x - to.x;
  const y = isInside ? from.homeY - to.homeY : from.y - to.y;
  const isStill = Math.abs(x) < STILL_PX && Math.abs(y) < STILL_PX &&
    Math.abs(from.width - to.width) < STILL_PX;
  return isStill ? null : { x, y, scale: from.width / to.width };
}

function piecesOf(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("[data-piece]")];
}

const nameOf = (piece: HTMLElement): string => piece.dataset["piece"] ?? "";

export class Motion {
  #before = new Map<string, Spot>();
  #flights = new Map<string, Flight>();

  /** To be called before the page changes. */
  remember(root: HTMLElement): void {
    if (!motionIsWanted()) return this.#before.clear();
    const measure = new Measure();
    this.#before = new Map(
      piecesOf(root).map((piece) => [nameOf(piece), measure.spotOf(piece)]),
    );
    // a piece that is dragged is where its picture is
    for (const ghost of root.querySelectorAll<HTMLElement>("[data-ghost]"))
      this.#before.set(ghost.dataset["ghost"] ?? "", { ...measure.spotOf(ghost), home: null });
  }

  /** To be called after it. `origins` names for pieces that were not there where they come from: a
   *  place (data-place), or "piece N" for one that was. */
  release(root: HTMLElement, origins: ReadonlyMap<string, string>): void {
    if (this.#before.size === 0) return;
    const measure = new Measure();
    // all is measured before anything is written
    const ways = piecesOf(root).flatMap((piece) => {
      const to = measure.spotOf(piece, this.#shiftOf(piece));
      if (this.#isOnItsWay(piece, to)) return [];
      const from = this.#before.get(nameOf(piece)) ??
        this.#originOf(root, origins.get(nameOf(piece)), measure, to);
      return [{ piece, to, way: from === null ? null : wayFrom(from, to) }];
    });
    for (const { piece, to, way } of ways) {
      this.#flights.get(nameOf(piece))?.animation.cancel();
      if (way !== null) this.#fly(piece, to, way);
    }
  }

  #flightOf(piece: HTMLElement): Flight | null {
    const flight = this.#flights.get(nameOf(piece));
    return flight?.piece === piece ? flight : null;
  }

  #shiftOf(piece: HTMLElement): DOMMatrixReadOnly | undefined {
    if (this.#flightOf(piece) === null) return undefined;
    return new DOMMatrixReadOnly(getComputedStyle(piece).transform);
  }

  #isOnItsWay(piece: HTMLElement, to: Spot): boolean {
    const flight = this.#flightOf(piece);
    return flight !== null && wayFrom(flight.to, to) === null;
  }

  #originOf(
    root: HTMLElement, origin: string | undefined, measure: Measure, to: Spot,
  ): Spot | null {
    if (origin === undefined) return null;
    if (origin.startsWith("piece ")) return this.#before.get(origin.slice(6)) ?? null;
    const place = root.querySelector(`[data-place="${origin}"]`);
    return place === null ? null : { ...measure.spotOf(place), width: to.width };
  }

  #fly(piece: HTMLElement, to: Spot, { x, y, scale }: Way): void {
    const name = nameOf(piece);
    const animation = piece.animate(
      [{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "none" }],
      // the clock may begin a little after the first frame: until then it is at its start too
      { duration: FLIGHT_MS, easing: EASING, fill: "backwards" },
    );
    piece.style.zIndex = "5";
    const flight: Flight = { piece, animation, to };
    this.#flights.set(name, flight);
    const land = (): void => {
      if (this.#flights.get(name) !== flight) return;
      this.#flights.delete(name);
      piece.style.zIndex = "";
    };
    animation.finished.then(land, land);
  }
}
