// follow.svelte.ts - what of a table is heard: cards laid and drawn by anybody, what the rules say
// of the own play, how a round ends. Silent where it is not wanted and before the first touch.
import { settings } from "../../state/settings.svelte";
import type { TableState } from "../../state/table.svelte";
import { afterPaint } from "../after-paint";
import type { Sound } from "./synth";

const IDLE_MS = 1000;

const mayBeHeard = (): boolean => settings.hasSound && navigator.userActivation?.hasBeenActive;

/** When there is nothing else to do. */
function prepareSoon(): void {
  const prepare = (): void => {
    if (mayBeHeard()) import("./synth").then(({ prepare }) => prepare(), () => undefined);
  };
  if ("requestIdleCallback" in window) requestIdleCallback(prepare);
  else setTimeout(prepare, IDLE_MS);
}

function hear(sound: Sound): void {
  if (!mayBeHeard()) return;
  // what is seen goes before; and without its sounds the table is as good as before
  void afterPaint().then(() => import("./synth"))
    .then(({ make }) => make(sound), () => undefined);
}

function soundOf(table: TableState): Sound | null {
  const { happening, over, message } = table;
  if (happening === null || happening.kind === "told") return null;
  if (over !== null)
    return over.winner !== null && message?.you.includes(over.winner) ? "win" : "lose";
  switch (happening.kind) {
    case "drew":
    case "took":
      return "draw";
    case "played":
      return happening.seat === table.seat ? "right" : "lay";
    case "discarded":
      return "lay";
    case "found_none":
    case "passed":
    case "timeout":
      return null;
  }
}

/** To be called once by the screen of a table. */
export function followSounds(tableOf: () => TableState): void {
  const happening = $derived(tableOf().happening);
  const laidCount = $derived(tableOf().laidCount);
  const refused = $derived(tableOf().refused);
  const isThere = $derived(tableOf().message !== null);
  let wasThere = false;
  let last: unknown = null;
  let lastCount = 0;
  $effect(() => {
    // what was done before the page was opened is silent
    const isNew = wasThere && happening !== last;
    wasThere = isThere;
    last = happening;
    const sound = isNew ? soundOf(tableOf()) : null;
    if (sound !== null) hear(sound);
  });
  $effect(() => {
    if (isThere) prepareSoon();
  });
  $effect(() => {
    if (laidCount > lastCount) hear("lay");
    lastCount = laidCount;
  });
  $effect(() => {
    if (refused !== null) hear("wrong");
  });
}
