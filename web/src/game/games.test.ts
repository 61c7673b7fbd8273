// games.test.ts - what the page concludes from the facts of the games.
import { expect, test } from "vitest";
import { cueOf, factsOf } from "./games";

test("the cue of princess says what is due, and discard only when that is", () => {
  const facts = factsOf("princess");
  expect(cueOf(facts, "start")).toBe("draw");
  expect(cueOf(facts, "drawn")).toBe("choose");
  expect(cueOf(facts, "drawn", "begun")).toBe("lay");
  expect(cueOf(facts, "drawn", "correct")).toBe("play");
  expect(cueOf(facts, "laid")).toBe("discard");
});

test("the cue of photo never speaks of a discard pile", () => {
  const facts = factsOf("photo");
  expect(cueOf(facts, "start")).toBe("draw");
  expect(cueOf(facts, "drawn")).toBe("lay");
  expect(cueOf(facts, "drawn", "correct")).toBe("play");
});
