// replay.svelte.ts - a record, stepped through: the core is led to any of its lines and says what
// lies there.
import { rulesOf as rulesOfHeader } from "rummery/lines";
import type { Match, Standing } from "rummery/match";
import type { Meld, Rules, View } from "../game/types";
import { GAMES } from "../game/games";
import { viewOf } from "../game/view";
import { fingerprint } from "./fingerprint";

export interface ReplayStep {
  /** The record's line that was last done here. */
  line: number;
  /** Who did it; null for a deal. */
  seat: number | null;
  /** The first word of the line. */
  word: string;
  round: number;
}

/** Lines of a record that mean something. */
export function linesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

/** A short name of a match: by what its record says, not by how that is written down. */
export const recordName = (text: string): string => fingerprint(linesOf(text).join("\n"));

/** What the first line says; null if it is none. */
export function rulesOf(header = ""): Rules | null {
  const rules = rulesOfHeader(header);
  return header.startsWith("match ") && GAMES.includes(rules.game) ? rules : null;
}

export class ReplayState {
  readonly steps: readonly ReplayStep[];
  at = $state(0);
  /** Whose eyes; null shows all cards. */
  seat = $state<number | null>(null);
  isPlaying = $state(false);
  readonly step = $derived.by(() => this.steps[this.at]);
  readonly view: View = $derived.by(() => this.look(this.at, this.seat));
  readonly standing: Standing | null = $derived.by(() => this.stand(this.view));
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly rules: Rules,
    private readonly lines: readonly string[],
    private readonly match: Match,
  ) {
    this.steps = this.findSteps();
  }

  /** One walk through the whole record, to know who did what. */
  private findSteps(): ReplayStep[] {
    const steps: ReplayStep[] = [];
    let round = 0;
    let turn: number | null = null;
    this.match.goBackTo(this.lines.slice(0, 1));
    this.lines.forEach((line, i) => {
      if (i > 0) this.match.apply(line);
      const word = line.split(" ", 1)[0] ?? "";
      if (word === "deal") round++;
      // a draw that waits for its new stock is shown together with it
      if (round === 0 || this.lines[i + 1]?.startsWith("shuffle") === true) return;
      const actor = word === "deal" ? null : turn;
      const said = word === "shuffle" ? "draw" : word;
      steps.push({ line: i, seat: actor, word: said, round });
      turn = this.match.openView().seat;
    });
    return steps;
  }

  private look(at: number, seat: number | null): View {
    this.match.goBackTo(this.lines.slice(0, (this.steps[at]?.line ?? 0) + 1));
    const view = viewOf(seat === null ? this.match.openView() : this.match.view(seat));
    // as everybody would hold them
    return { ...view, racks: view.racks.map((rack) => this.match.sorted(rack)) };
  }

  /** How the table lay at a step. */
  tableAt(at: number): Meld[] {
    const { table } = this.look(at, null);
    this.look(this.at, this.seat);
    return table;
  }

  private stand(view: View): Standing | null {
    return view.phase === "over" ? this.match.standing() : null;
  }

  get end(): number {
    return this.steps.length - 1;
  }

  go(to: number): void {
    this.at = Math.min(Math.max(to, 0), this.end);
    if (this.at === this.end) this.pause();
  }

  /** The first step of each round. */
  get rounds(): number[] {
    return this.steps.flatMap(({ word }, i) => (word === "deal" ? [i] : []));
  }

  play(stepMs: number): void {
    if (this.at === this.end) this.at = 0;
    this.isPlaying = true;
    this.timer = setInterval(() => this.go(this.at + 1), stepMs);
  }

  pause(): void {
    clearInterval(this.timer);
    this.isPlaying = false;
  }
}
