// check.mjs - what the test programs in JavaScript share: sentences that hold or fail, and the
// closing line that script/test adds up.
const SHOWN_MAX = 40;
let passed = 0;
let failed = 0;

export function check(condition, sentence, more = "") {
  if (condition) {
    passed += 1;
    return;
  }
  failed += 1;
  if (failed <= SHOWN_MAX) console.log(`FAILED ${sentence} ${more}`);
}

// Prints the closing line and returns the exit code. A program that checked nothing has failed.
export function finish() {
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
