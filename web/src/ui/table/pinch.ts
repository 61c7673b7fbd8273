// pinch.ts - two fingers on the table: drawn apart they bring it near, drawn together they show it
// whole. One finger is nobody's business here.

const APART = 1.25;

type Answer = (isApart: boolean, x: number, y: number) => void;

export class Pinch {
  #fingers = new Map<number, { x: number; y: number }>();
  #span = 0;

  constructor(private readonly answer: Answer) {}

  down({ pointerType, pointerId, clientX, clientY }: PointerEvent): void {
    if (pointerType !== "touch") return;
    if (this.#fingers.size === 0) {
      window.addEventListener("pointermove", this.#move);
      window.addEventListener("pointerup", this.#up);
      window.addEventListener("pointercancel", this.#up);
    }
    this.#fingers.set(pointerId, { x: clientX, y: clientY });
    this.#span = this.#spanNow();
  }

  #spanNow(): number {
    const [one, two] = [...this.#fingers.values()];
    return one === undefined || two === undefined ? 0 : Math.hypot(one.x - two.x, one.y - two.y);
  }

  #move = ({ pointerId, clientX, clientY }: PointerEvent): void => {
    if (!this.#fingers.has(pointerId)) return;
    this.#fingers.set(pointerId, { x: clientX, y: clientY });
    const [one, two] = [...this.#fingers.values()];
    if (this.#span === 0 || one === undefined || two === undefined) return;
    const grown = this.#spanNow() / this.#span;
    if (grown < APART && grown > 1 / APART) return;
    this.#span = 0;
    this.answer(grown > 1, (one.x + two.x) / 2, (one.y + two.y) / 2);
  };

  #up = ({ pointerId }: PointerEvent): void => {
    this.#fingers.delete(pointerId);
    this.#span = 0;
    if (this.#fingers.size > 0) return;
    window.removeEventListener("pointermove", this.#move);
    window.removeEventListener("pointerup", this.#up);
    window.removeEventListener("pointercancel", this.#up);
  };
}
