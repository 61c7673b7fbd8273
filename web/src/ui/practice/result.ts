// result.ts - what came of a task, as it is shown above the table.

export interface Result {
  /** `bad`: not what was asked for; the rules allowed it. `plain`: nothing was asked for. */
  tone: "good" | "bad" | "plain";
  text: string;
}
