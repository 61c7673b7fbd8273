// dialogue.mjs - a person at the plain dialogue: starts `rummery play` on pipes, waits for its
// prompt, types, and reads what it says. A simple player plays whole rounds by hints.
import { spawn } from "node:child_process";

const PROMPT = "> ";
const WAIT_MS = 90000; // a loaded machine must not make a test fail

export class Dialogue {
  constructor(program, args, { home, env = {} }) {
    this.out = "";
    this.err = "";
    this.seen = 0;
    this.child = spawn(program, ["play", ...args], {
      env: { ...process.env, LC_ALL: "C.UTF-8", LANG: "C.UTF-8", USER: "tester",
        XDG_STATE_HOME: home, ...env } });
    this.wakers = new Set();
    const wake = () => this.wakers.forEach((waker) => waker());
    this.child.stdout.on("data", (data) => { this.out += data; wake(); });
    this.child.stderr.on("data", (data) => { this.err += data; wake(); });
    this.child.stdin.on("error", () => {});
    this.ended = new Promise((done) => this.child.on("close", (code, signal) => {
      this.end = { code, signal };
      wake();
      done(this.end);
    }));
  }

  // Waits until something holds; throws with what was said if it does not in time.
  until(holds, what, ms = WAIT_MS) {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => finish(() => fail(new Error(
        `${what} did not come; last: ${this.out.slice(-600)} ${this.err}`))), ms);
      const finish = (settle) => {
        clearTimeout(timer);
        this.wakers.delete(look);
        settle();
      };
      const look = () => {
        const found = holds();
        if (found) finish(() => done(found));
        else if (this.end !== undefined) finish(() => fail(new Error(
          `it ended (${JSON.stringify(this.end)}) before ${what}: ${this.out.slice(-600)} ` +
          this.err)));
      };
      this.wakers.add(look);
      look();
    });
  }

  // What was said since the last command, once it waits for the next one.
  async prompt() {
    await this.until(() => this.out.length > this.seen && this.out.endsWith(PROMPT), "a prompt");
    const said = this.out.slice(this.seen);
    this.seen = this.out.length;
    return said;
  }

  // Types a command and gives what is said until the next prompt.
  async type(command) {
    this.child.stdin.write(`${command}\n`);
    return this.prompt();
  }

  // Ends it as a closed pipe does.
  finish() {
    this.child.stdin.end();
    return this.ended;
  }

  kill(signal) {
    this.child.kill(signal);
    return this.ended;
  }
}

const isOver = (said) => /went out/.test(said);

// What there is to discard: the last card of the rack that is no part of what lies there.
function lastCard(said) {
  const racks = [...said.matchAll(/^Your (?:rack|hand), [^:]*: (.*)$/gm)];
  return racks.at(-1)?.[1].split(" ").filter((word) => /^[gyrb]\d/.test(word)).at(-1);
}

// Lays what the hint says, if anything; returns what was said.
async function layByHint(dialogue) {
  let said = await dialogue.type("hint");
  if (!/You can (lay|go out)/.test(said)) return { said, isLaid: false };
  said += await dialogue.type("hint");
  said += await dialogue.type("hint");
  said += await dialogue.type("lay");
  said += await dialogue.type("play");
  return { said, isLaid: true };
}

const turns = {
  async exclusiv(dialogue) {
    const { said, isLaid } = await layByHint(dialogue);
    return isLaid ? said : said + await dialogue.type("draw");
  },
  async photo(dialogue) {
    const drawn = await dialogue.type("draw");
    const { said, isLaid } = await layByHint(dialogue);
    return drawn + said + (isLaid ? "" : await dialogue.type("pass"));
  },
  async princess(dialogue) {
    let said = await dialogue.type("draw");
    said += (await layByHint(dialogue)).said;
    said += await dialogue.type("rack");
    return said + await dialogue.type(`discard ${lastCard(said)}`);
  },
};

// Plays until the round is over; `first` is what was said before the first turn.
export async function playRound(dialogue, game, first, turnsMax = 200) {
  let said = first;
  for (let turn = 0; turn < turnsMax; turn++) {
    if (isOver(said)) return said;
    said = await turns[game](dialogue);
  }
  throw new Error(`the round does not end: ${said.slice(-500)}`);
}
