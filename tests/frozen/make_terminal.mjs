// make_terminal.mjs - plays the matches of the frozen terminal saves, by the line by line dialogue.
import { appendFileSync, copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { folder, makeTable, program } from "../clients/harness.mjs";
import { Dialogue, playRound } from "../tui/dialogue.mjs";
import { Holder, playRound as playRoundOf } from "./holder.mjs";
import { FAST, homeWith, openFolder, PLAIN, tellFinished, tellSave } from "./terminal.mjs";

const lastRack = (said) => [...said.matchAll(/^(?:Your|\w+’s) (?:rack|hand), [^:]*: (.*)$/gm)]
  .at(-1)[1].split(" ").filter((word) => /\d|^[A-Z]+[a-z]$/.test(word));

// Lays the first two cards of the rack as a meld, which they need not be.
async function draft(dialogue) {
  const [one, two] = lastRack(await dialogue.type("rack"));
  await dialogue.type(`new ${one} ${two}`);
}

const matches = {
  "exclusiv-seed": { game: "exclusiv", args: ["--seed", "5", "--bots", "3"],
    async play(dialogue) {
      for (let i = 0; i < 4; i++) await dialogue.type("draw");
      await dialogue.type("new y9 g9 r9");
    } },
  "exclusiv-people": { game: "exclusiv",
    args: ["--names", "Anna,Ben", "--bots", "2", "--turn-seconds", "600", "--jokers", "2"],
    async play(dialogue) {
      for (let i = 0; i < 4; i++) {
        await dialogue.type("");
        await dialogue.type("draw");
      }
      await dialogue.type("");
      await draft(dialogue);
    } },
  "exclusiv-cut": { game: "exclusiv", args: ["--bots", "1"], isCut: true,
    async play(dialogue) {
      await dialogue.type("draw");
    } },
  "photo-draft": { game: "photo", args: ["--bots", "2,6", "--seed", "77"],
    async play(dialogue) {
      for (let i = 0; i < 3; i++) {
        await dialogue.type("draw");
        await dialogue.type("pass");
      }
      await dialogue.type("draw 3");
      await draft(dialogue);
    } },
  "princess-draft": { game: "princess", args: ["--bots", "4", "--names", "Anna"],
    async play(dialogue) {
      await dialogue.type("draw");
      await draft(dialogue);
    } },
  "princess-rounds": { game: "princess", args: ["--bots", "1,2", "--rounds", "3", "--seed", "9"],
    play: (dialogue, first) => playRound(dialogue, "princess", first) },
  "princess-finished": { game: "princess", args: ["--bots", "5"], isFinished: true,
    play: (dialogue, first) => playRound(dialogue, "princess", first) },
};

async function makeMatch(name, { game, args, play, isFinished = false, isCut = false }, to) {
  const home = join(folder, `made-${name}`);
  const dialogue = new Dialogue(program, [game, "--new", "--first", "0", ...args, ...FAST],
    { home });
  await play(dialogue, await dialogue.prompt());
  await dialogue.kill("SIGKILL");
  const from = isFinished ? join(home, "rummery", "finished") : openFolder(home);
  const path = join(to, `${name}.record`);
  copyFileSync(join(from, readdirSync(from)[0]), path);
  if (isCut) appendFileSync(path, "play [r1 r2");
  if (isFinished) return { game, ...tellFinished(path) };
  const told = await tellSave(game, homeWith(name, path));
  await told.dialogue.kill("SIGKILL");
  return { game, said: told.said };
}

export async function makeTerminal(to) {
  const all = {};
  for (const [name, match] of Object.entries(matches)) all[name] = await makeMatch(name, match, to);
  return all;
}

// A seat at a server's table, whose key the terminal keeps.
export async function makeTerminalSeat(server) {
  const made = await makeTable(server, { game: "photo", options: { turn_seconds: 0, first: 0 },
    seats: [{ name: "Anna", colour: "y", language: "en" }, { open: true }] });
  const anna = new Holder(server.port, made.table, made.key);
  await anna.connect();
  const joined = anna.wait((m) => m.why === "join");
  const home = join(folder, "made-seat");
  const dialogue = new Dialogue(program, ["--join", `${server.link}t/${made.table}#${made.invite}`,
    "--names", "Ben", ...PLAIN], { home });
  await joined;
  const dealt = anna.wait((m) => m.why === "deal");
  await anna.ask({ do: "start" });
  await dealt;
  const first = anna.seq;
  void playRoundOf([anna], (one) => one.seq > first + 6);
  await dialogue.until(() => /Your turn/.test(dialogue.out), "the own turn");
  await dialogue.prompt();
  await dialogue.type("draw");
  dialogue.child.stdin.write("pass\n");
  await dialogue.until(() => dialogue.out.match(/Your turn/g).length > 1, "the next turn");
  await dialogue.kill("SIGKILL");
  await anna.cut();
  const kept = readFileSync(join(home, "rummery", "seats"), "utf8");
  const { key } = /(?<key>\S+)\n$/.exec(kept).groups;
  return { kept, frozen: { table: made.table,
    holders: [{ who: "Anna", key: made.key }, { who: "Ben", key }] } };
}
