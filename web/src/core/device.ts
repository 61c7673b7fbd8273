// device.ts - a table as this device has it, by the module on the page's own thread
// (src/wasm/device.c): who brings what the table says hands it in, what people do goes in as
// intents, and what there is to see comes out as a model. What may be done and why not is known
// there and nowhere else. One of these a table.
import { parseCards, printCards } from "../game/cards";
import type { Card, RackOrder } from "../game/types";
import type { ViewMessage } from "../link/messages";
import { Module, type TextExports } from "rummery/module";
import * as at from "./model-at";
import { type Model, ModelReader, RACK_ORDERS } from "./model";
import remoteUrl from "./remote.wasm?url";
import localUrl from "./rummery.wasm?url";

export interface DeviceExports extends TextExports {
  device_open(isPractice: number, salt: number): void;
  device_wish(tellsPossible: number, hasSolver: number): void;
  device_now(nowMs: number): void;
  device_said(): number;
  device_do(
    kind: number, place: number, from: number, order: number, phrase: number, piece: number,
    meld: number,
  ): number;
  device_shown(): number;
  device_line(isLost: number): number;
  device_end(size: number): number;
  device_answer(kind: number, number: number, isOut: number, size: number): number;
  device_has_done(): number;
  device_model(): number;
  device_sheet(): number;
  device_remember(seat: number, order: number, size: number): void;
  device_card(what: number): number;
  device_reason(reason: number): number;
  device_rule(rule: number): number;
}

interface RemoteExports extends DeviceExports {
  remote_take(size: number): number;
}

/** What a line that a call says is, by its first character (src/wasm/device.h). */
export type Mark = ">" | "<" | "~" | "#" | "=" | "+" | "-" | "!" | "?";

/** What a worker is to find out. */
export interface Riddle {
  kind: number;
  number: number;
  view: ViewMessage;
}
export const RIDDLE = { hint: 0, out: 1, lookBack: 2 } as const;

/** What an intent names; what it does not use is left out. */
export interface Named {
  place?: number;
  from?: number;
  order?: RackOrder;
  phrase?: number;
  piece?: number;
  meld?: number;
}

export class Device {
  /** Called for each line that a call has said, in order. */
  onLine: (mark: Mark, text: string) => void = () => {};
  /** Called when a call is over: the model may be another one. */
  onChange: () => void = () => {};

  #names = new Map<string, string>();
  #reader = new ModelReader({
    card: (what) => this.#name("device_card", what),
    reason: (number) => this.#name("device_reason", number),
    rule: (number) => this.#name("device_rule", number),
  });
  #decoder = new TextDecoder();

  private constructor(
    readonly module: Module<DeviceExports>,
    isPractice: boolean,
  ) {
    const [salt = 0] = crypto.getRandomValues(new Int32Array(1));
    this.#core.device_open(Number(isPractice), salt);
  }

  /** With a room of its own beside it. */
  static async local(url: string = localUrl): Promise<Device> {
    return new Device(await Module.load<DeviceExports>(url), false);
  }

  /** Of a table elsewhere, or of positions that are practised. */
  static async remote(isPractice: boolean, url: string = remoteUrl): Promise<Device> {
    return new Device(await Module.load<DeviceExports>(url), isPractice);
  }

  get #core(): DeviceExports {
    return this.module.exports;
  }

  #name(what: "device_card" | "device_reason" | "device_rule", number: number): string {
    const key = `${what} ${number}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = this.module.text(this.#core[what](number));
    this.#names.set(key, name);
    return name;
  }

  /** Makes a call, and hands on what it says. */
  run(call: () => number): void {
    this.#core.device_now(performance.now());
    const size = call();
    const bytes = new Uint8Array(this.#core.memory.buffer, this.#core.device_said(), size);
    const lines = this.#decoder.decode(bytes).split("\n").slice(0, -1);
    for (const line of lines) this.onLine(line.slice(0, 1) as Mark, line.slice(1));
    this.onChange();
  }

  runAbout(text: string, call: (size: number) => number): void {
    this.run(() => this.module.about(text, call));
  }

  /** False: it was barred, and the model says why. */
  do(kind: number, named: Named = {}): boolean {
    const { place = at.place_any, from = 0, order = "runs" } = named;
    const { phrase = 0, piece = 0, meld = 0 } = named;
    let isDone = false;
    this.run(() => {
      const size = this.#core.device_do(
        kind, place, from, RACK_ORDERS.indexOf(order), phrase, piece, meld);
      isDone = this.#core.device_has_done() !== 0;
      return size;
    });
    return isDone;
  }

  /** A message of docs/protocol.md. */
  take(text: string): void {
    this.runAbout(text, (this.#core as RemoteExports).remote_take);
  }

  /** The move that was shown has been seen. */
  shown(): void {
    this.run(this.#core.device_shown);
  }

  setLost(isLost: boolean): void {
    this.run(() => this.#core.device_line(Number(isLost)));
  }

  end(code: string): void {
    this.runAbout(code, this.#core.device_end);
  }

  wish(tellsPossible: boolean, hasSolver: boolean): void {
    this.#core.device_wish(Number(tellsPossible), Number(hasSolver));
  }

  /** What a worker has found: an action or nothing, and whether that ends the round. */
  answer({ kind, number }: Riddle, action: string, isOut: boolean): void {
    this.runAbout(action, (size) =>
      this.#core.device_answer(kind, number, Number(isOut), size));
  }

  /** An order by hand is known by names, since pieces do not outlive a reload. */
  remember(seat: number, order: RackOrder, byHand: readonly Card[]): void {
    this.module.about(printCards(byHand), (size) => {
      this.#core.device_remember(seat, RACK_ORDERS.indexOf(order), size);
      return 0;
    });
  }

  /** A line of `#`: a rack was put into an order. */
  orderOf(line: string): { seat: number; order: RackOrder; byHand: Card[] } {
    const [seat, order, ...cards] = line.split(" ");
    return {
      seat: Number(seat),
      order: RACK_ORDERS[Number(order)] ?? "runs",
      byHand: parseCards(cards.join(" ")),
    };
  }

  /** What there is to see now. */
  model(stacks: number): Model {
    const model = this.#core.device_model();
    return this.#reader.read(this.#core.memory.buffer, model, this.#core.device_sheet(), stacks);
  }
}
