// selftest.mjs - the mutator by itself: what it changes in a piece of C, and what it leaves alone.
import { check, finish } from "../sentences/check.mjs";
import { changed, mutantsOf } from "./mutations.mjs";

const becomes = (source, onlyFunctions = false) =>
  mutantsOf(source, onlyFunctions).map((mutant) => mutant.becomes);
const inFunction = (line) => `static int f(int a, int b)\n{\n    ${line}\n}\n`;

function same(source, expected, sentence) {
  const found = becomes(source);
  const isSame = JSON.stringify(found.sort()) === JSON.stringify([...expected].sort());
  check(isSame, sentence, JSON.stringify(found));
}

same(inFunction("return a < b;"),
  ["return !(a < b);", "return a <= b;", "return a >= b;"],
  "a comparison becomes its neighbour and its opposite, a return value its negation");
same(inFunction("if (a) b = 2;"),
  ["if (true) b = 2;", "if (false) b = 2;", "if (a) ;", "if (a) b = 3;", "if (a) b = 1;"],
  "a condition is made true and false, a statement is left out, a constant is one off");
same(inFunction("b = !a;"), ["b = a;", ";"], "a negation is left out");
same(inFunction("for (;; a++) b++;"), ["for (;; a++) b--;", "for (;; a++) ;"],
  "the step of a loop stays, since without it there is no end");
same(inFunction("ASSERT(a < b);"), [], "assertions are left alone");
same(inFunction("b = g(\"1 < 2\" /* 3 + 4 */);"), [";"], "texts and comments are left alone");
same("#define X (1 + 2)\nstatic const char name[12] = \"a + b\";\n", [],
  "directives and sizes of arrays are left alone");
same("enum { LIMIT = 14 };\n", ["enum { LIMIT = 15 };", "enum { LIMIT = 13 };"],
  "a named constant is one off");
check(becomes("enum { LIMIT = 14 };\n", true).length === 0,
  "in a header that tests share only functions are changed");
const source = inFunction("return a + b;");
check(mutantsOf(source, false).every((mutant) => changed(source, mutant) !== source),
  "every mutant is another text");
process.exitCode = finish();
