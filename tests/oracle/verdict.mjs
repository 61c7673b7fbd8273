// The two ways an input can fail: it is not in the notation (Malformed), or it is
// and breaks a rule (Illegal). Owns the English sentence that goes with each rule.

export class Malformed extends Error {}

export class Illegal extends Error {
  constructor(rule) {
    super(WHY[rule] ?? "The rules do not allow this.");
    this.rule = rule;
  }
}

const WHY = {
  "X-02": "A tile is named more often than it exists.",
  "X-03": "More jokers are named than this match has.",
  "X-08": "The turn is over.",
  "X-09": "A combination has at least three tiles.",
  "X-10": "A set is three or four tiles of one number in different colours.",
  "X-11": "A run is consecutive numbers of one colour, written upwards.",
  "X-13": "The first laying is worth at least 40 points from the rack alone.",
  "X-26": "Table tiles stay on the table, and new ones come from the rack.",
  "X-30": "A table joker moved although no tile took its place.",
  "X-31": "A joker that lay on the table must lie there again.",
  "X-38": "The stock is used up.",
  "XA-01": "There is no time-out without a clock.",
  "XA-05": "A combination holds at least one ordinary tile.",
  "XA-06": "One passes only with an empty stock, if so agreed, and then nobody draws.",
  "XA-09": "At least one own tile must be laid.",
  "P-02": "A card is named more often than it exists.",
  "P-09": "A turn is one card drawn first, then laying or passing, once.",
  "P-11": "A set has at least four cards of one category.",
  "P-12": "A row has at least three cards of one capital.",
  "P-16": "A combination holds more photos than jokers.",
  "P-17": "The first combination must come from the rack alone.",
  "P-23": "Table cards stay on the table, and new ones come from the rack.",
  "P-26": "A table joker moved although no photo took its place.",
  "P-34": "A row has at most 6 cards, a set at most 17.",
  "PA-13": "There is no card on that stack.",
  "PA-17": "There is no time-out without a clock.",
  "R-02": "A card is named more often than it exists.",
  "R-07": "A run is three or more consecutive cards of one colour.",
  "R-09": "A group is three or four cards of one figure in different colours.",
  "R-11": "One card is taken at the start of the turn, no more and no less.",
  "R-12": "Cards are laid once a turn, and from the hand.",
  "R-13": "The first own meld has at least 13 points.",
  "R-15": "New melds lie in front of the player who lays them.",
  "R-20": "The turn ends with one card of the hand discarded.",
  "R-22": "The last card must be the discard.",
  "RA-02": "The run is longer than agreed.",
  "RA-03": "Others' melds may be extended only after an own first meld.",
  "RA-05": "There is nothing to shuffle: the top of the discard pile must be taken.",
  "RA-06": "The card taken from the discard pile may not be discarded again.",
  "RA-14": "Laid cards stay as they lie.",
  "RA-19": "There is no time-out without a clock.",
};
