// round.mjs - a round of every game between computer players, played by the package, in Node.js and
// in browsers alike: what came of it is told as plain data.
import { Bot, games, Match, review, solve } from "rummery";

async function playRound({ id }) {
  const match = await Match.start({ game: id, players: 2, options: { first: 0 } });
  const bots = [await Bot.load(5, 11), await Bot.load(3, 22)];
  const rules = match.rules;
  let hidden = 0;
  let solved = 0;
  while (match.needs !== "nothing") {
    const { seat } = match;
    if (seat === null) {
      match.chance(5);
      continue;
    }
    const view = match.view(seat);
    hidden += Number(/^[? ]*$/.test(view.racks[1 - seat]));
    const action = bots[seat].decide(match);
    if (action.startsWith("play") && seat === 0)
      solved += Number((await solve({ rules, view }))[0].action !== "");
    const verdict = match.apply(action);
    if (!verdict.ok) throw new Error(verdict.why);
  }
  const again = await Match.replay(match.record);
  const isSame = JSON.stringify(again.openView()) === JSON.stringify(match.openView());
  const turns = match.lines.length - 2;
  const { seats } = await review(match.record);
  return { id, turns, hidden, solved, isSame, totals: match.standing().totals,
    accuracies: seats.map(({ accuracy }) => accuracy) };
}

export async function playAll() {
  const all = [];
  for (const game of games) all.push(await playRound(game));
  return all;
}
