// motion.ts - a piece flies from where it was to where it is. Before the page changes the places of
// all pieces are remembered; afterwards each one that stands elsewhere is moved back for a moment
// and let go. A piece that was not there before comes from the pile or the player it came from.

const FLIGHT_MS = 260;
const FAR_PX = 2;

export function motionIsWanted(): boolean {
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

type Places = Map<string, DOMRect>;

function piecesOf(root: HTMLElement): NodeListOf<HTMLElement> {
  return root.querySelectorAll<HTMLElement>("[data-piece]");
}

export class Motion {
  #before: Places = new Map();

  /** To be called before the page changes. */
  remember(root: HTMLElement): void {
    this.#before = new Map();
    for (const piece of piecesOf(root)) {
      this.#before.set(piece.dataset["piece"] ?? "", piece.getBoundingClientRect());
    }
  }

  /** To be called after it; `origin` names the place (data-place) from where new pieces come. */
  release(root: HTMLElement, origin: string | null): void {
    if (!motionIsWanted() || this.#before.size === 0) return;
    const source = origin === null ? null : root.querySelector(`[data-place="${origin}"]`);
    const from = source?.getBoundingClientRect() ?? null;
    for (const piece of piecesOf(root)) {
      const before = this.#before.get(piece.dataset["piece"] ?? "") ?? from;
      if (before !== null) fly(piece, before);
    }
  }
}

function fly(piece: HTMLElement, from: DOMRect): void {
  const to = piece.getBoundingClientRect();
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  if (Math.abs(x) < FAR_PX && Math.abs(y) < FAR_PX) return;
  piece.animate(
    [
      { transform: `translate(${x}px, ${y}px)`, zIndex: 5, position: "relative" },
      { transform: "none", zIndex: 5, position: "relative" },
    ],
    { duration: FLIGHT_MS, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)" },
  );
}
