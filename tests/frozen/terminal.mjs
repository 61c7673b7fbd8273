// terminal.mjs - what the terminal table says of a saved match when it is taken up again, line by
// line: the same questions when the fixture was made and by every later build.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { folder, program, run } from "../clients/harness.mjs";
import { Dialogue } from "../tui/dialogue.mjs";

export const PLAIN = ["--plain", "--lang", "en"];
export const FAST = ["--speed", "instant", ...PLAIN];
// Of how a round was counted earlier builds said nothing.
const PARTS = /^(Cards laid|Bonus for going out|Cards left in hand): /;
const QUESTIONS = ["table", "rack", "players", "scores"];

export const openFolder = (home) => join(home, "rummery", "open");

// A state folder of its own with nothing but this match.
export function homeWith(name, path) {
  const home = join(folder, `home-${name}`);
  mkdirSync(openFolder(home), { recursive: true });
  copyFileSync(path, join(openFolder(home), `${name}.record`));
  return home;
}

// What is answered, and the dialogue, still open. What a newcomer is greeted with may change: an
// empty line opens the curtain, if there is one.
export async function tellDialogue(args, home) {
  const dialogue = new Dialogue(program, args, { home });
  await dialogue.prompt();
  await dialogue.type("");
  const said = {};
  for (const question of QUESTIONS) {
    const lines = (await dialogue.type(question)).split("\n");
    said[question] = lines.filter((line) => !PARTS.test(line));
  }
  return { dialogue, said };
}

export const tellSave = (game, home) => tellDialogue([game, "--resume", ...FAST], home);

// A finished match, as it is replayed and verified.
export function tellFinished(path) {
  const replay = run(["replay", path]);
  const verify = run(["verify", path]);
  return { replay: [replay.code, replay.out], verify: [verify.code, verify.out] };
}
