// refusal.ts - a module's last refusal as a verdict (src/wasm/refusal.c).
import type { Verdict } from "../game/types";
import { linesByName, type Module, type TextExports } from "./wasm";

export interface RefusalExports extends TextExports {
  error_text(): number;
}

const NUMBERS = ["meld", "place", "have", "need"] as const;

/** The verdict after a call that gave `code`: 0 is allowed. */
export function verdictOf(module: Module<RefusalExports>, code: number): Verdict {
  if (code === 0) return { ok: true };
  const lines = linesByName(module.text(module.exports.error_text()));
  const one = (name: string) => lines.get(name)?.[0];
  const verdict: Verdict & { ok: false } = {
    ok: false,
    rule: one("rule") ?? "",
    reason: one("reason") ?? "",
  };
  for (const name of NUMBERS) {
    const value = one(name);
    if (value !== undefined) verdict[name] = Number(value);
  }
  const card = one("card");
  if (card !== undefined) verdict.card = card;
  return verdict;
}
