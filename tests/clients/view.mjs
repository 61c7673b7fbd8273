// view.mjs - how a client keeps track of a table from the moves it is told, without asking for
// the whole again: the own rack, the table, who is on turn. Written from docs/protocol.md.

export function readTable(text) {
  if (text === "-") return [];
  return [...text.matchAll(/(\d?)\[([^\]]*)\]/g)].map(([, owner, cards]) =>
    ({ owner: owner === "" ? null : Number(owner), cards: cards.trim().split(/ +/) }));
}

// A table in which numbers and ranges stand for melds of the table before.
export function readShortTable(text, before) {
  if (text === "-") return [];
  return [...text.matchAll(/(\d?\[[^\]]*\])|(\d+)(?:-(\d+))?/g)].flatMap(([, meld, from, to]) =>
    meld !== undefined ? readTable(meld) : before.slice(Number(from), Number(to ?? from) + 1));
}

const cardsOf = (text) => text.trim() === "" ? [] : text.trim().split(/ +/);

// From a view as the server writes it.
export function readView(view, me) {
  return {
    phase: view.phase, seat: view.seat, table: readTable(view.table),
    rack: me === null ? [] : cardsOf(view.racks[me]),
    counts: view.racks.map((rack) => cardsOf(rack).length), opened: [...view.opened],
    discard: view.discard === undefined ? [] : cardsOf(view.discard),
  };
}

function take(rack, card) {
  const at = rack.indexOf(card);
  if (at < 0) throw new Error(`${card} is not on the rack`);
  rack.splice(at, 1);
}

function applyDraw(view, me, move, words) {
  const card = words[1] === "discard" ? view.discard.pop() : move.card;
  if (move.over !== undefined && words.length === 1 && view.discard.length > 0)
    return; // RA-05: asking for a card ends the round, and there is none
  view.counts[move.seat] += 1;
  if (move.seat === me) {
    if (card === undefined) throw new Error("the own card is not told");
    view.rack.push(card);
  }
}

function applyPlay(view, me, move, text, game) {
  const before = view.table.flatMap((meld) => meld.cards);
  const after = readShortTable(text, view.table);
  const laid = after.flatMap((meld) => meld.cards);
  view.counts[move.seat] -= laid.length - before.length;
  for (const card of before) take(laid, card);
  if (move.seat === me) for (const card of laid) take(view.rack, card);
  view.table = after;
  view.opened[move.seat] ||= game !== "princess" ||
    after.some((meld) => meld.owner === move.seat);
}

// One move further.
export function applyMove(view, me, move, game) {
  const words = move.do.split(" ");
  if (words[0] === "draw") applyDraw(view, me, move, words);
  if (words[0] === "play") applyPlay(view, me, move, move.do.slice(5), game);
  if (words[0] === "discard") {
    view.discard.push(words[1]);
    view.counts[move.seat] -= 1;
    if (move.seat === me) take(view.rack, words[1]);
  }
  const isSame = move.turn === move.seat && view.seat === move.seat && game !== "exclusiv" &&
    words[0] !== "discard" && words[0] !== "pass";
  view.phase = move.over !== undefined ? "over" : !isSame ? "start"
    : words[0] === "draw" ? "drawn" : "laid";
  view.seat = move.over !== undefined ? null : move.turn;
}

// Whether two views tell the same; the order of a rack says nothing.
export function sameView(a, b) {
  const plain = (view) => JSON.stringify([view.phase, view.seat, view.table,
    [...view.rack].sort(), view.counts, view.opened, view.discard]);
  return plain(a) === plain(b);
}
