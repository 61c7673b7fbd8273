// shortcuts.ts - what single keys do at a table. Letters belong to the names of cards, so commands
// are signs, keys with Ctrl, and letters that begin no name in any game. Single keys can be
// switched off (settings); those with Ctrl and the arrows stay.
import { kindsOf, JOKER } from "../../game/cards";
import { cardInSentence, keyFor } from "../../lang/names";
import { t } from "../../lang/lang.svelte";
import type { TableState } from "../../state/table.svelte";
import { moveFocus } from "../focus";
import { speaker } from "../speaker.svelte";
import { stopOf, walkMelds } from "./keys";
import { type Typed, Typing } from "./typing";
import { hintText, lineOf, moveText, nextOrder } from "./words";

/** What a command needs to know. */
interface Desk {
  table: TableState;
  root: HTMLElement;
}

type Command = (desk: Desk) => void;

const isTaken = ({ table }: Desk) =>
  [...table.picked].some((id) => !table.arrangement.rack.some((piece) => piece.id === id));

const draw: Command = ({ table }) => {
  const stack = table.view?.stacks.findIndex((count) => count > 0) ?? -1;
  void table.draw(Math.max(0, stack) + 1);
};
const undo: Command = ({ table }) => table.undo();
const redo: Command = ({ table }) => table.redo();

/** Keys that are no letter of anything. */
const ALWAYS: Readonly<Record<string, Command>> = {
  "Control+Enter": ({ table }) => void table.play(),
  "Control+z": undo,
  "Control+y": redo,
  "Control+Shift+z": redo,
  Backspace: (desk) => isTaken(desk) && desk.table.put({ rack: "end" }),
  Escape: ({ table, root }) => {
    if (table.picked.size > 0 || table.refused !== null) table.unpick();
    else moveFocus(stopOf(root, "rack"));
  },
};

/** Hints that have no next step are said again. */
const ENDS = ["nothing", "draw", "take"];

const SINGLE: Readonly<Record<string, Command>> = {
  "+": draw,
  "=": draw,
  "-": ({ table }) => void (table.facts.has_discard ? table.discard() : table.pass()),
  h: ({ table }) => {
    if (table.hints.step === "table") table.layHint();
    else if (ENDS.includes(table.hints.step)) speaker.say(hintText(table));
    else void table.hint();
  },
  // a button that opens the list, or the list itself
  j: ({ root }) => {
    const moves = root.querySelector<HTMLElement>("[data-moves]");
    if (moves instanceof HTMLButtonElement) moves.click();
    else moveFocus(moves);
  },
  m: ({ root }) => moveFocus(walkMelds(root, 1)),
  o: ({ table }) => table.sort(nextOrder(table)),
  t: ({ table }) => void table.draw("discard"),
  w: ({ table }) => {
    const last = table.traces.moves.at(-1);
    speaker.say(`${lineOf(table).text}. ${last === undefined ? "" : moveText(table, last)}`);
  },
};
const SHIFTED: Readonly<Record<string, Command>> = {
  M: ({ root }) => moveFocus(walkMelds(root, -1)),
};

function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  if (!ctrlKey && !metaKey) return key;
  return `Control+${shiftKey ? "Shift+" : ""}${key.length === 1 ? key.toLowerCase() : key}`;
}

/** On some keyboards digits need Shift: there the key itself counts. */
function signOf({ key, code, shiftKey }: KeyboardEvent): string {
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  const isSign = key in SINGLE || key === JOKER || /^[\p{L}\d]$/u.test(key);
  return digit !== undefined && !shiftKey && !isSign ? digit : key;
}

export class Shortcuts {
  #desk: Desk;
  #hasSingle: () => boolean;
  #typing: Typing;

  constructor(table: TableState, root: HTMLElement, hasSingle: () => boolean) {
    this.#desk = { table, root };
    this.#hasSingle = hasSingle;
    const kinds = [...kindsOf(table.game), JOKER];
    const names = () => ({
      kinds,
      held: table.arrangement.rack.map(({ card }) => card),
      melds: Math.max(0, ...table.numbers.values()),
    });
    this.#typing = new Typing(names, (typed) => this.#take(typed));
  }

  /** Says whether the key was one of them. */
  answer(event: KeyboardEvent): boolean {
    if (event.altKey) return false;
    const always = ALWAYS[nameOf(event)];
    if (always !== undefined) {
      if (this.#typing.isOpen && event.key !== "Escape") this.#typing.end();
      this.#typing.forget();
      always(this.#desk);
      return true;
    }
    if (event.ctrlKey || event.metaKey || event.key.length !== 1 || !this.#hasSingle())
      return false;
    // the space bar presses what has the focus
    if (event.key === " ") return false;
    const sign = signOf(event);
    if (this.#typing.take(sign)) return true;
    const command = SHIFTED[sign] ?? SINGLE[sign.toLowerCase()];
    command?.(this.#desk);
    return command !== undefined;
  }

  #take(typed: Typed): void {
    if (typed.kind === "meld") this.#toMeld(typed.number);
    else if (typed.isHeld) this.#pick(typed.card);
    else {
      const card = cardInSentence(this.#desk.table.game, typed.card);
      speaker.warn(t("table.did.none", { card }));
    }
  }

  /** One that is not picked yet; where all are, the last is put down again. */
  #pick(card: string): void {
    const { table, root } = this.#desk;
    const twins = table.arrangement.rack.filter((piece) => piece.card === card);
    const piece = twins.find(({ id }) => !table.picked.has(id)) ?? twins.at(-1);
    if (piece === undefined) return;
    table.tap(piece.id);
    moveFocus(root.querySelector<HTMLElement>(`[data-piece="${piece.id}"]`));
  }

  /** What is picked goes there; with nothing picked, the focus does. */
  #toMeld(number: number): void {
    const { table, root } = this.#desk;
    if (number === 0) return table.putNew();
    const [id] = [...table.numbers].find(([, one]) => one === number) ?? [];
    const meld = table.arrangement.melds.find((one) => one.id === id);
    const first = meld?.pieces[0];
    if (meld === undefined || first === undefined)
      return speaker.warn(t(keyFor(table.game, "table.did.no_meld"), { number }));
    if (table.picked.size > 0) table.put({ meld: meld.id });
    else moveFocus(root.querySelector<HTMLElement>(`[data-piece="${first.id}"]`));
  }
}
