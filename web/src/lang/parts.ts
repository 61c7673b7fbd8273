// parts.ts - which words come when. Those of the first page come with it, those of a table with the
// table, and more when somebody opens what needs them (scripts/words.ts makes the files).

export const PARTS = ["first", "table", "more"] as const;
export type Part = (typeof PARTS)[number];

/** By the beginning of their keys; the longest that fits counts, and the table has the others. */
const SECTIONS: Readonly<Record<string, Part>> = {
  "app": "first",
  "app.board": "more",
  "app.camera": "more",
  "app.companion": "more",
  "app.join": "more",
  "app.learn": "more",
  "app.new": "more",
  "app.person": "more",
  "app.practice": "more",
  "app.puzzle": "more",
  "app.replay": "more",
  "app.review": "more",
  "app.room": "more",
  "app.scores": "more",
  "app.scores.roundNumber": "first",
  "app.scores.show": "table",
  "app.seat": "more",
  "app.seat.number": "first",
  "app.settings": "more",
  "app.settings.language": "first",
  "app.settings.sound": "first",
  "app.settings.title": "first",
  "app.stats": "more",
  "app.verify": "more",
  // what only a table of a server says
  "error.malformed": "more",
  "error.version": "more",
  "error.no_table": "more",
  "error.no_invite": "more",
  "error.hello_first": "more",
  "error.not_yours": "more",
  "error.full": "more",
  "error.taken": "more",
  "error.seats": "more",
  "error.stale": "more",
  "error.damaged": "more",
  "error.rewound": "more",
  "error.too_many": "more",
  "error.log_full": "more",
  "error.busy": "more",
  "error.storage": "more",
  "face": "first",
  "game": "first",
  "level": "first",
  "option": "more",
  "phrase.0": "more",
  "phrase.1": "more",
  "phrase.2": "more",
  "phrase.3": "more",
  "phrase.4": "more",
  "phrase.5": "more",
  "phrase.6": "more",
  "phrase.7": "more",
  "phrase.8": "more",
  "phrase.9": "more",
  "phrase.10": "more",
  "phrase.11": "more",
  "phrase.12": "more",
  "phrase.13": "more",
  "phrase.14": "more",
  "phrase.15": "more",
  // what is wrong with a text: a table's own taps write none
  "reason.CARD_EXPECTED": "more",
  "reason.ACTION_UNKNOWN": "more",
  "reason.BRACKET_EXPECTED": "more",
  "reason.OWNER_EXPECTED": "more",
  "reason.TEXT_LEFT_OVER": "more",
  "reason.TOO_MANY_MELDS": "more",
  "reason.STACK_NUMBER": "more",
  "reason.HEADER_EXPECTED": "more",
  "reason.HEADER_OPTION": "more",
  "reason.DECK_IS_WRONG": "more",
  "reason.NO_CLOCK": "more",
  "rules": "more",
  "table.computer": "first",
  "table.keys": "more",
  "table.steps": "more",
  "table.left": "first",
};

export function partOf(key: string): Part {
  for (let start = key; start !== ""; start = start.slice(0, Math.max(0, start.lastIndexOf(".")))) {
    const part = SECTIONS[start];
    if (part !== undefined) return part;
  }
  return "table";
}
