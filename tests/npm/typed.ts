// typed.ts - a program of somebody else in TypeScript: what is right compiles, what is wrong does
// not.
import {
  Bot, Engine, games, judge, judgeMeld, Match, Practice, readPosition, RefusedLine, review, Sheet,
  solve, type Play, type Position, type Verdict, type View,
} from "rummery";

const match: Match = await Match.start({ game: games[0]!.id, players: 2, options: { first: 0 } });
const bot: Bot = await Bot.load(5, 1);
const line: string = match.chance(1);
const seat: number | null = match.seat;
const view: View = match.view(seat);
const verdict: Verdict = match.apply(bot.decide(match));
if (!verdict.ok) console.log(verdict.rule.length, verdict.why.length, verdict.have ?? line);
const position: Position = { rules: match.rules, view };
const plays: Play[] = await solve(position, { count: 3, by: "points" });
const engine = await Engine.load(new URL("https://example.org/engine.wasm"));
const practice = await Practice.load();
const counted = [{ laid: 1, bonus: 0, left: 2, hasLaid: true }];
export const sums: number[][] = (await Sheet.load()).scores(match.rules, null, counted);
export const told = [plays[0]?.isOut, engine.gains(match.rules, view)[0]?.card,
  practice.standing().view.phase, (await judgeMeld(match.rules, ["r5"])).ok,
  (await readPosition("x")).view.viewer, (await judge(position, "draw")).ok,
  (await review(match.record)).seats[0]?.accuracy, new RefusedLine(0, "", {
    ok: false, rule: "X-13", reason: "", why: "",
  }).verdict.rule];

// @ts-expect-error a refusal is asked for before its reason is read
console.log(verdict.why);
// @ts-expect-error a level is a number
await Bot.load("strong");
// @ts-expect-error a game is named
await Match.start({ players: 2 });
// @ts-expect-error there are only two ways to count
await solve(position, { by: "luck" });
// @ts-expect-error what is private is nobody's
match.module;
// @ts-expect-error a view may be missing
await judge({ rules: match.rules }, "draw");
