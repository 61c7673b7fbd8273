// motion.ts - only what moved moves: straight from where it was to where it lies. Before the page
// changes it is remembered where each piece is; afterwards those that lie elsewhere are let go from
// there. One that was not there before comes from its origin, a pile or a player. Where a piece
// lies is measured inside its region, so that what scrolls or is pushed along does not move. The
// table is cut off at its edge, since it may scroll: what comes from elsewhere has a copy above
// all.

const FLIGHT_MS = 260;
const EASING = "cubic-bezier(0.2, 0.8, 0.3, 1)";
const STILL_PX = 2;

export function motionIsWanted(): boolean {
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The middle of a piece on the screen and within its region, and its size. */
export interface Spot {
  readonly home: Element | null;
  readonly x: number;
  readonly y: number;
  readonly homeX: number;
  readonly homeY: number;
  readonly width: number;
  readonly height: number;
  /** Of its region: what leaves it is not seen. */
  readonly box: DOMRect;
}

interface Flight {
  readonly piece: HTMLElement;
  readonly animation: Animation;
  readonly to: Spot;
}

/** Looks at many pieces one after the other, at each region once. */
class Measure {
  #boxes = new Map<Element, DOMRect>();

  #boxOf(home: Element): DOMRect {
    const box = this.#boxes.get(home) ?? home.getBoundingClientRect();
    this.#boxes.set(home, box);
    return box;
  }

  /** Where it is; `shift` is what a flight adds to where it lies, and is left out. */
  spotOf(piece: Element, shift?: DOMMatrixReadOnly): Spot {
    const { left, top, width, height } = piece.getBoundingClientRect();
    const x = left + width / 2 - (shift?.e ?? 0);
    const y = top + height / 2 - (shift?.f ?? 0);
    const home = piece.closest("[data-region]");
    const box = home === null ? new DOMRect() : this.#boxOf(home);
    return {
      home, x, y, box, width: width / (shift?.a ?? 1), height: height / (shift?.a ?? 1),
      homeX: x - box.left + (home?.scrollLeft ?? 0),
      homeY: y - box.top + (home?.scrollTop ?? 0),
    };
  }
}

/** What leads from one spot to the other. */
interface Way {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly isFromElsewhere: boolean;
}

const isBeyond = ({ left, top, right, bottom }: DOMRect, x: number, y: number): boolean =>
  x < left || x > right || y < top || y > bottom;

/** Null if the two are the same. */
export function wayFrom(from: Spot, to: Spot): Way | null {
  const isInside = from.home === to.home && from.home !== null;
  const x = isInside ? from.homeX - to.homeX : from.x - to.x;
  const y = isInside ? from.homeY - to.homeY : from.y - to.y;
  const isStill = Math.abs(x) < STILL_PX && Math.abs(y) < STILL_PX &&
    Math.abs(from.width - to.width) < STILL_PX;
  // by the region as it is now: it may have become smaller
  const isFromElsewhere = !isInside || isBeyond(to.box, to.x + x, to.y + y);
  return isStill ? null : { x, y, scale: from.width / to.width, isFromElsewhere };
}

/** Where something is that a flight has led away from where it lies. */
const moved = (spot: Spot, { a, e, f }: DOMMatrixReadOnly): Spot => ({
  ...spot, x: spot.x + e, y: spot.y + f, homeX: spot.homeX + e, homeY: spot.homeY + f,
  width: spot.width * a, height: spot.height * a,
});

const NOWHERE: ReadonlyMap<string, string> = new Map();

function piecesOf(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("[data-piece]")];
}

const nameOf = (piece: HTMLElement): string => piece.dataset["piece"] ?? "";

/** A picture of a piece where it lies, of which nothing is cut off. */
function copyOf(piece: HTMLElement, to: Spot): HTMLElement {
  const copy = piece.cloneNode(true) as HTMLElement;
  for (const name of copy.getAttributeNames())
    if (name !== "class") copy.removeAttribute(name);
  copy.dataset["copy"] = nameOf(piece);
  copy.inert = true;
  copy.style.cssText = `position: fixed; z-index: 20; margin: 0; --card-w: ${to.width}px;` +
    `left: ${to.x - to.width / 2}px; top: ${to.y - to.height / 2}px`;
  return copy;
}

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
      if (way !== null) this.#fly(root, piece, to, way);
    }
  }

  /** A change of the layout that is nobody's move: the screen has another size. What is flying goes
   *  on from where it was seen last, all else is there at once. */
  settle(root: HTMLElement, change: () => void): void {
    this.#before = new Map([...this.#flights].map(([name, { piece, to }]) =>
      [name, moved(to, new DOMMatrixReadOnly(getComputedStyle(piece).transform))]));
    change();
    this.release(root, NOWHERE);
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
    return place === null ? null : { ...measure.spotOf(place), width: to.width, height: to.height };
  }

  #fly(root: HTMLElement, piece: HTMLElement, to: Spot, way: Way): void {
    const name = nameOf(piece);
    const start = `translate(${way.x}px, ${way.y}px) scale(${way.scale})`;
    const fly = (one: HTMLElement): Animation => one.animate(
      [{ transform: start }, { transform: "none" }],
      // the clock may begin a little after the first frame: until then it is at its start too
      { duration: FLIGHT_MS, easing: EASING, fill: "backwards" },
    );
    const copy = way.isFromElsewhere ? copyOf(piece, to) : null;
    const animation = fly(piece);
    if (copy !== null) {
      root.append(copy);
      // two clocks may begin a frame apart: the copy takes the piece's
      const shadow = fly(copy);
      shadow.pause();
      animation.ready.then(() => (shadow.startTime = animation.startTime), () => undefined);
    }
    piece.style.zIndex = "5";
    const flight: Flight = { piece, animation, to };
    this.#flights.set(name, flight);
    const land = (): void => {
      copy?.remove();
      if (this.#flights.get(name) !== flight) return;
      this.#flights.delete(name);
      piece.style.zIndex = "";
    };
    animation.finished.then(land, land);
  }
}
