// harness.mjs - runs the tests of the terminal table one after the other; one that throws is a
// failure, not the end.
import { check, finish } from "../sentences/check.mjs";
import { closeAll } from "./terminal.mjs";

export async function finishAll(tests) {
  for (const test of tests) {
    const began = Date.now();
    try {
      await test();
    } catch (error) {
      check(false, `${test.name} could not go on:`, error.stack);
    }
    console.log(`${test.name}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  closeAll();
  process.exit(finish());
}
