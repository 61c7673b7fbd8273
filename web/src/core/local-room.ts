// local-room.ts - a table in the page as the core runs it (src/wasm/local.c): requests go in as
// calls, and lines come out: messages of docs/protocol.md, and what is to be kept.
import { chosenOptions } from "../game/options";
import type { LocalTable } from "../link/local-table";
import type { Request, SeatInfo } from "../link/messages";
import coreUrl from "./rummery.wasm?url";
import { Module, type TextExports } from "rummery/module";

interface LocalExports extends TextExports {
  local_table(size: number): number;
  local_game(size: number): number;
  local_option(nameSize: number, value: number, size: number): number;
  local_sit(kind: number, level: number, colour: number, language: number, size: number): number;
  local_line(match: number, size: number): number;
  local_drafted(size: number): number;
  local_open(usedMs: number, mayGoBack: number): number;
  local_now(nowMs: number, botPauseMs: number, high: number, low: number): void;
  local_said(): number;
  local_greet(): number;
  local_ask(size: number): number;
  local_act(seat: number, at: number, size: number): number;
  local_draft(size: number): number;
  local_seat(seat: number, as: number, level: number): number;
  local_profile(seat: number, colour: number, language: number, size: number): number;
  local_say(seat: number, phrase: number): number;
  local_look(seat: number): number;
  local_skip(): number;
  local_thought(size: number): number;
  local_tick(): number;
  local_save(): number;
  local_wait_ms(): number;
  local_back_seat(): number;
}

// in the order of the core's enums
const KINDS: readonly SeatInfo["kind"][] = ["open", "person", "bot"];
const WISHES = ["open", "bot", "none"] as const;
const OWN = -1;
const NEVER = -1;

const letters = (word = ""): number =>
  [...word].reduce((sum, letter) => 256 * sum + letter.charCodeAt(0), 0);

export class LocalRoom {
  /** How long a computer player seems to think, in milliseconds. */
  botPauseMs = 0;
  private readonly decoder = new TextDecoder();

  private constructor(private readonly module: Module<LocalExports>) {}

  static async load(url: string = coreUrl): Promise<LocalRoom> {
    return new LocalRoom(await Module.load<LocalExports>(url));
  }

  /** The table as it was kept; a line of its record that is refused is an error. */
  open(table: LocalTable): string[] {
    const { module } = this;
    const { exports } = module;
    const tell = (text: string, call: (size: number) => number): void => {
      if (module.about(text, call) < 0) throw new Error(`${table.name}: ${text}`);
    };
    module.about(table.name, exports.local_table);
    tell(table.game, exports.local_game);
    for (const [name, value] of Object.entries(chosenOptions(table.game, table.options))) {
      const number = Number(value);
      const word = Number.isNaN(number) ? value : "";
      tell(`${name}${word}`, (size) => exports.local_option(name.length, number, size));
    }
    for (const { kind, level = 0, colour, language, name = "" } of table.seats)
      module.about(name, (size) => exports.local_sit(
        KINDS.indexOf(kind), level, letters(colour), letters(language), size));
    for (const line of table.lines) tell(line, (size) => exports.local_line(table.match, size));
    if (table.draft !== null) module.about(table.draft, exports.local_drafted);
    return this.call(() => exports.local_open(table.usedMs, Number(table.backSeat !== null)));
  }

  ask(request: Exclude<Request, { do: "leave" }>): string[] {
    const { local_ask, local_act, local_draft, local_seat, local_profile, local_say } =
      this.module.exports;
    switch (request.do) {
      case "act": {
        const { seat = OWN, at = NEVER, action } = request;
        return this.callAbout(action.trim(), (size) => local_act(seat, at, size));
      }
      case "draft":
        return this.callAbout(request.table, local_draft);
      case "seat": {
        const { seat, as, level = 1 } = request;
        return this.call(() => local_seat(seat, WISHES.indexOf(as), level));
      }
      case "profile": {
        const { seat = OWN, name = "", colour, language } = request;
        return this.callAbout(name, (size) =>
          local_profile(seat, letters(colour), letters(language), size));
      }
      case "say":
        return this.call(() => local_say(request.seat ?? OWN, request.phrase));
      default:
        return this.callAbout(request.do, local_ask);
    }
  }

  greet(): string[] {
    return this.call(this.module.exports.local_greet);
  }

  look(seat: number): string[] {
    return this.call(() => this.module.exports.local_look(seat));
  }

  skip(): string[] {
    return this.call(this.module.exports.local_skip);
  }

  /** What a computer player has decided; nothing where it has failed. */
  thought(action: string): string[] {
    return this.callAbout(action, this.module.exports.local_thought);
  }

  /** What was due. */
  tick(): string[] {
    return this.call(this.module.exports.local_tick);
  }

  save(): string[] {
    return this.call(this.module.exports.local_save);
  }

  /** When something is due after the last call; null where nothing is. */
  get waitMs(): number | null {
    const waitMs = this.module.exports.local_wait_ms();
    return waitMs < 0 ? null : waitMs;
  }

  /** Who may take back the last line. */
  get backSeat(): number | null {
    const seat = this.module.exports.local_back_seat();
    return seat < 0 ? null : seat;
  }

  private callAbout(text: string, call: (size: number) => number): string[] {
    return this.call(() => this.module.about(text, call));
  }

  private call(call: () => number): string[] {
    const { exports } = this.module;
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    exports.local_now(performance.now(), this.botPauseMs, high, low);
    const size = call();
    const bytes = new Uint8Array(exports.memory.buffer, exports.local_said(), size);
    return this.decoder.decode(bytes).split("\n").slice(0, -1);
  }
}
