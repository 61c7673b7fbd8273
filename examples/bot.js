#!/usr/bin/env node
// bot.js - a player for `rummery arena`, for `rummery play` and for tables on a server, as an
// example: one JSON line at each turn, one line in return. docs/bots-howto.md explains it. Try it:
//
//     rummery arena photo --bots 'cmd:node examples/bot.js,1' --rounds 100
"use strict";

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const lay = (view, meld) => `play ${view.table === "-" ? "" : `${view.table} `}${meld}`;

// Small numbers that follow from a seed (mulberry32): the same turn gets the same answer.
function randomBelow(seed, bound) {
  let t = (seed + 0x6d2b79f5) | 0;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % bound;
}

const players = {
  exclusiv: (view) => (view.stock > 0 ? "draw" : "pass"),

  // a row is three or more different photos of one capital
  photo(view, rack) {
    if (view.phase === "start") return "draw";
    const capitals = new Set(rack.map((card) => card.match(/^[A-Z]+/)?.[0]));
    for (const capital of capitals) {
      const row = [...new Set(rack.filter((card) => card.match(/^[A-Z]+/)?.[0] === capital))];
      if (capital !== undefined && row.length >= 3) return lay(view, `[${row.join(" ")}]`);
    }
    return "pass";
  },

  // three or four of a number, if they are worth enough
  princess(view, rack, seed) {
    if (view.phase === "start") return "draw";
    for (let number = 7; view.phase === "drawn" && number >= 1; number--) {
      const group = [...new Set(rack.filter((card) => Number(card[1]) === number))];
      const isWorthIt = view.opened[view.seat] || number * group.length >= 13;
      if (group.length >= 3 && group.length < rack.length && isWorthIt)
        return lay(view, `${view.seat}[${group.join(" ")}]`);
    }
    return `discard ${rack[randomBelow(seed, rack.length)]}`;
  },
};

say({ hello: { version: 1, name: "JavaScript example" } });
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.error !== undefined) console.error("refused:", line);
  if (message.turn === undefined) return;
  const view = message.turn, rack = view.racks[view.seat].split(" ");
  const action = players[message.game](view, rack, message.seed ?? Date.now());
  say({ do: "act", action, seq: message.seq });
});
