// core-options.ts - for tests: the options as the core's own source lists them, read from there so
// that a new one without words fails.
import common from "../../../src/core/options.c?raw";
import exclusiv from "../../../src/core/games/exclusiv.c?raw";
import photo from "../../../src/core/games/photo.c?raw";
import princess from "../../../src/core/games/princess.c?raw";
import type { GameId } from "../link/messages";

export interface CoreOption {
  name: string;
  usual: number | string;
  /** All values, or some where there are many. */
  values: (number | string)[];
}

const SOME_NUMBERS = [1, 2, 30, 60, 90, 120, 1000];

function numberOf(body: string, field: string): number {
  return Number(new RegExp(`\\.${field} = (\\d+)\\b(?! \\|)`).exec(body)?.[1] ?? 0);
}

function readOption(body: string): CoreOption {
  const name = /\.name = "(\w+)"/.exec(body)?.[1] ?? "";
  const words = /\.words = \{([^}]*)\}/.exec(body)?.[1]?.match(/\w+/g) ?? [];
  const letters = /\.letters = "(\w+)"/.exec(body)?.[1];
  if (letters !== undefined) return { name, usual: letters, values: [letters] };
  const [min, max, step] = ["min", "max", "step"].map((field) => numberOf(body, field));
  const isFew = step! > 1;
  const few = isFew ? [min!, max!] : [];
  const many = step === 1 ? [...SOME_NUMBERS, min!] : [];
  const standard = numberOf(body, "standard");
  // without a number of rounds there is one (docs/notation.md)
  const usual = words[0] ?? (name === "rounds" ? 1 : standard);
  return { name, usual, values: [...words, ...few, ...many] };
}

/** Every `struct option_spec` of a file, by the name of its variable. */
function readSpecs(source: string): Map<string, CoreOption> {
  const found = source.matchAll(/const struct option_spec (\w+) = \{([^;]*)\};/g);
  return new Map(Array.from(found, ([, variable, body]) => [variable!, readOption(body!)]));
}

function optionsOf(source: string): CoreOption[] {
  const specs = new Map([...readSpecs(common), ...readSpecs(source)]);
  const list = /option_spec \*const options\[\] = \{([^}]*)\}/.exec(source)?.[1] ?? "";
  return Array.from(list.matchAll(/&(\w+)/g), ([, variable]) => {
    const option = specs.get(variable!);
    if (option === undefined) throw new Error(`the core has no ${variable}`);
    return option;
  });
}

export const coreOptions: Readonly<Record<GameId, CoreOption[]>> = {
  exclusiv: optionsOf(exclusiv),
  photo: optionsOf(photo),
  princess: optionsOf(princess),
};
