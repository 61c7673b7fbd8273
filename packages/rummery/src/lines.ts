// lines.ts - what a message says, in the lines that a module reads (src/wire/fields.h): the browser
// has read the JSON already, and knows nothing of what the fields mean.
import type { Options, Rules, View } from "./types.js";

/** The first line of a record. */
export function headerOf(rules: Rules): string {
  const options = Object.entries(rules.options ?? {}).map(([name, value]) => ` ${name}=${value}`);
  return `match ${rules.game} players=${rules.players}${options.join("")}`;
}

/** What such a line says. */
export function rulesOf(header: string): Required<Rules> {
  const [, game = "", ...settings] = header.split(/ +/);
  const options: Options = {};
  for (const setting of settings) {
    const [key = "", value = ""] = setting.split("=", 2);
    options[key] = /^\d+$/.test(value) ? Number(value) : value;
  }
  const players = Number(options["players"]);
  delete options["players"];
  return { game, players, options };
}

/** A line `name value` for each field: a list is a line each, names of inner fields are joined by
 *  a dot, yes and no are 1 and 0, and what is null is left out. */
export function linesOf(fields: object, outer = ""): string[] {
  return Object.entries(fields).flatMap(([name, value]: [string, unknown]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => {
      if (one === null || one === undefined) return [];
      if (typeof one === "object") return linesOf(one, `${outer}${name}.`);
      return [`${outer}${name} ${typeof one === "boolean" ? Number(one) : one}`];
    }),
  );
}

/** A view as a position (src/wasm/given_view.h). */
export const positionOf = (rules: Rules, view: View): string =>
  [headerOf(rules), ...linesOf(view)].join("\n");
