// compare.mjs - whether two tellings are the same. What may differ is listed here and nowhere else.
import { readFileSync } from "node:fs";

// Time goes on while a table is opened: the clock may have less left than it had then, but for what
// passed before it was asked then.
const CLOCK = "left_ms";
const ASKING_MS = 1000;

// Words may become better ones: who a computer player is and how well it plays, what one's cards
// stand on, what a meld is and its number, and what was said otherwise then.
const { face } = JSON.parse(
  readFileSync(new URL("../../web/src/lang/en.json", import.meta.url), "utf8"));
const people = Object.values(face).flatMap((family) => Object.values(family));
const REWORDED = [
  [new RegExp(`\\b(Computer \\d+|${people.join("|")})\\b`, "g"), "Computer"],
  [/^Computer \([^)]*\): ([^.]*).*$/, "Computer: $1"],
  [/, played by the computer/, ""],
  [/^(?:Meld|Run or group) \d+(, of [^,:]+)?(?:, [^:]*)?: /, "Meld$1: "],
  [/^Run or group (\d+) of /, "Meld $1 of "],
  [/, on turn(?=,|$)/, ", to play"],
  [/, laid by you in this turn$/, ", laid by you this turn"],
  [/, it is your turn$/, ", it’s your turn"],
  [/^Nothing lies on the table yet\.$/, "Nothing on the table yet."],
  [/^Cards left in the stacks /, "Cards left in stacks "],
  [/^Scores\n/, ""],
  [/^Your (?:rack|hand),/, "Your cards,"],
  [/A run or group has at least/, "A meld has at least"],
  [/; here: (\d+)\./, "; this one has $1."],
  [/^joker, (.*) frees this joker/, "joker, freed by: $1"],
  [/Judd Mât and green beans/, "Judd mat Gaardebounen (pork with beans)"],
  [/bull fight/, "bullfight"],
  [/, on turn$/, ", to play"],
  [/^Nothing lies on the table yet\.$/, "Nothing on the table yet."],
  [/^Cards left in the stacks /, "Cards left in stacks "],
  [/^Run or group (?=\d+ of )/, "Meld "],
];
// What stood among the piles then, and stands above the rack now.
const MOVED = "Lay nothing";
const reworded = (told) =>
  typeof told === "string"
    ? REWORDED.reduce((text, [then, now]) => text.replace(then, now), told)
    : told;

function namesIn(value, names) {
  if (Array.isArray(value)) for (const one of value) namesIn(one, names);
  else if (value !== null && typeof value === "object")
    for (const [name, one] of Object.entries(value)) {
      names.add(name);
      namesIn(one, names);
    }
  return names;
}

// The seed of the next deal is drawn by chance since, and was derived from the table's secret then.
const COMMITMENT = ".commit.hash";

function differ(then, now, path, known, found) {
  if (path.endsWith(COMMITMENT)) {
    if (!/^[0-9a-f]{64}$/.test(now)) found.push(`${path}: ${now}`);
  } else if (path.endsWith(`.${CLOCK}`)) {
    if (!(now > 0 && now <= then + ASKING_MS)) found.push(`${path}: ${then} -> ${now}`);
  } else if (then === null || now === null || typeof then !== "object" || typeof now !== "object") {
    if (reworded(then) !== reworded(now) && !(then === MOVED && now === null))
      found.push(`${path}: ${JSON.stringify(then)} -> ${JSON.stringify(now)}`);
  } else {
    for (const name of new Set([...Object.keys(then), ...Object.keys(now)])) {
      // a later build may say more, by a name that nobody knew then
      if (!(name in then) && !known.has(name)) continue;
      differ(then[name] ?? null, now[name] ?? null, `${path}.${name}`, known, found);
    }
  }
  return found;
}

// Where they differ, as texts; `all` is everything that was ever told then.
export const differences = (then, now, all) => differ(then, now, "", namesIn(all, new Set()), []);
