// local-room.ts - a table in the page as the core runs it (src/wasm/local.c), beside the midend of
// its device, which it tells itself: here is only what brings it back, what time has come, and what
// computer players thought. What it writes comes out as lines of the device.
import { headerOf } from "rummery/lines";
import { chosenOptions } from "../game/options";
import type { LocalTable } from "../link/local-table";
import type { SeatInfo } from "../link/messages";
import type { Device, DeviceExports } from "./device";

interface LocalExports extends DeviceExports {
  local_table(size: number): number;
  local_sit(kind: number, level: number, colour: number, language: number, size: number): number;
  local_line(match: number, size: number): number;
  local_drafted(size: number): number;
  local_open(usedMs: number, mayGoBack: number): number;
  local_chance(botPauseMs: number, high: number, low: number): void;
  local_skip(): number;
  local_thought(size: number): number;
  local_tick(): number;
  local_save(): number;
  local_wait_ms(): number;
  local_back_seat(): number;
}

// in the order of the core's enums
const KINDS: readonly SeatInfo["kind"][] = ["open", "person", "bot"];

const letters = (word = ""): number =>
  [...word].reduce((sum, letter) => 256 * sum + letter.charCodeAt(0), 0);

export class LocalRoom {
  constructor(private readonly device: Device) {}

  private get exports(): LocalExports {
    return this.device.module.exports as LocalExports;
  }

  /** The table as it was kept; a line of its record that is refused is an error. */
  open(table: LocalTable): void {
    const { device: { module }, exports } = this;
    const tell = (text: string, call: (size: number) => number): void => {
      if (module.about(text, call) < 0) throw new Error(`${table.name}: ${text}`);
    };
    const { game, seats } = table;
    const options = chosenOptions(game, table.options);
    tell(headerOf({ game, players: seats.length, options }), exports.local_table);
    for (const { kind, level = 0, colour, language, name = "" } of seats)
      module.about(name, (size) => exports.local_sit(
        KINDS.indexOf(kind), level, letters(colour), letters(language), size));
    for (const line of table.lines) tell(line, (size) => exports.local_line(table.match, size));
    if (table.draft !== null) module.about(table.draft, exports.local_drafted);
    this.device.run(() => exports.local_open(table.usedMs, Number(table.backSeat !== null)));
  }

  /** How long a computer player seems to think; and chance, before each call that may need it. */
  prepare(botPauseMs: number): void {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    this.exports.local_chance(botPauseMs, high, low);
  }

  skip(): void {
    this.device.run(this.exports.local_skip);
  }

  /** What a computer player has decided; nothing where it has failed. */
  thought(action: string): void {
    this.device.runAbout(action, this.exports.local_thought);
  }

  /** What was due. */
  tick(): void {
    this.device.run(this.exports.local_tick);
  }

  save(): void {
    this.device.run(this.exports.local_save);
  }

  /** When something is due after the last call; null where nothing is. */
  get waitMs(): number | null {
    const waitMs = this.exports.local_wait_ms();
    return waitMs < 0 ? null : waitMs;
  }

  /** Who may take back the last line. */
  get backSeat(): number | null {
    const seat = this.exports.local_back_seat();
    return seat < 0 ? null : seat;
  }
}
