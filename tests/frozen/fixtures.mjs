// fixtures.mjs - the fixtures there are, and their files. A fixture is never made anew, only others
// are added: make.mjs says how the first one came about.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const FIXTURES = ["first"];
const here = dirname(fileURLToPath(import.meta.url));

export const fileOf = (fixture, name) => join(here, fixture, name);
export const read = (fixture, name) => JSON.parse(readFileSync(fileOf(fixture, name), "utf8"));
