// mutations.mjs - all mutants of a C file: one operator, constant, condition, return value or
// statement is changed in each. It works on tokens, knows just enough of C to leave alone what
// means nothing when changed (comments, texts, assertions, sizes of arrays), and leaves it to
// the compiler to throw out what is no C.

const TOKEN = new RegExp(
  [
    String.raw`(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)`,
    String.raw`(?<directive>(?<=^|\n)[ \t]*#(?:[^\n\\]|\\[\s\S])*)`,
    String.raw`(?<text>"(?:[^"\\\n]|\\.)*")`,
    String.raw`(?<letter>'(?:[^'\\\n]|\\.)+')`,
    String.raw`(?<number>0[xX][0-9a-fA-F]+[uUlL]*|[0-9]+[uUlL]*)`,
    String.raw`(?<name>[A-Za-z_][A-Za-z0-9_]*)`,
    String.raw`(?<mark><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s])`,
  ].join("|"),
  "g",
);

// What an operator becomes, where it stands between two operands.
const OPERATORS = {
  "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
  "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
  "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["*"],
  "&": ["|"], "|": ["&"], "^": ["&"], "<<": [">>"], ">>": ["<<"],
  "+=": ["-="], "-=": ["+="], "|=": ["&=", "="], "&=": ["|=", "="], "++": ["--"], "--": ["++"],
};
const TYPES = new Set(
  ("static const struct unsigned int card bool char enum extern size_t void _Alignas inline " +
    "uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t typedef").split(" "),
);
const KEYWORDS = new Set(
  "if else for while do switch case default return sizeof break continue goto".split(" "),
);
const SKIPPED = new Set(["ASSERT", "JUDGE", "_Static_assert"]);
const STARTS = new Set([";", "{", "}", "else", "do"]);

function tokensOf(source) {
  const tokens = [];
  for (const match of source.matchAll(TOKEN)) {
    const [kind] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    if (kind === "comment" || kind === "directive") continue;
    tokens.push({ kind, text: match[0], at: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

// The index of the bracket that closes the one at `open`.
function closing(tokens, open) {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    if ("([{".includes(tokens[i].text)) depth += 1;
    if (")]}".includes(tokens[i].text)) depth -= 1;
    if (depth === 0) return i;
  }
  return tokens.length - 1;
}

// The index of the `;` that ends the statement from `start` on.
function endOfStatement(tokens, start) {
  let i = start;
  while (i < tokens.length && tokens[i].text !== ";")
    i = "([{".includes(tokens[i].text) ? closing(tokens, i) + 1 : i + 1;
  return i;
}

// Marks what lies in functions, in heads of loops, in sizes of arrays, in assertions.
function mark(tokens) {
  let depth = 0;
  let isDeclaration = false;
  let hasValue = false;
  tokens.forEach((token, i) => {
    const before = tokens[i - 1];
    if (token.text === "{") {
      if (depth === 0 && before?.text === ")")
        for (let j = i; j < closing(tokens, i); j++) tokens[j].isInFunction = true;
      depth += 1;
    }
    if (token.text === "}") depth -= 1;
    const isLabelled =
      before?.text === ":" && (tokens[i - 2].text === "default" || tokens[i - 3]?.text === "case");
    token.isStart =
      !token.isInLoopHead &&
      (before === undefined || isLabelled || STARTS.has(before.text) || before.endsHead === true);
    if (token.isStart) {
      isDeclaration = TYPES.has(token.text);
      hasValue = false;
    }
    if (token.text === "=") hasValue = true;
    if (token.text === "," && !token.isInBrackets) hasValue = false;
    if (token.text === "[" && isDeclaration && !hasValue)
      for (let j = i; j < closing(tokens, i); j++) tokens[j].isSize = true;
    if ("([".includes(token.text))
      for (let j = i + 1; j < closing(tokens, i); j++) tokens[j].isInBrackets = true;
    if (["if", "for", "while", "switch"].includes(token.text)) {
      const end = closing(tokens, i + 1);
      tokens[end].endsHead = true;
      if (token.text === "for")
        for (let j = i; j < end; j++) tokens[j].isInLoopHead = true;
    }
    if (SKIPPED.has(token.text))
      for (let j = i; j < endOfStatement(tokens, i); j++) tokens[j].isSkipped = true;
  });
  return tokens;
}

const isOperand = (token) =>
  token !== undefined &&
  (["number", "letter"].includes(token.kind) || [")", "]"].includes(token.text) ||
    (token.kind === "name" && !KEYWORDS.has(token.text) && !TYPES.has(token.text)));

function constantsOf(text) {
  const [, digits, suffix] = /^(0[xX][0-9a-fA-F]+|[0-9]+)([uUlL]*)$/.exec(text);
  const value = BigInt(digits);
  const others = value === 0n ? [1n] : [value + 1n, value - 1n];
  return others.map((other) => `${other}${suffix}`);
}

function* mutantsOfToken(tokens, i) {
  const token = tokens[i];
  if (token.kind === "number")
    for (const text of constantsOf(token.text)) yield ["constant", token.at, token.end, text];
  if (token.kind === "letter") yield ["constant", token.at, token.end, `(${token.text} + 1)`];
  if (token.text === "true") yield ["constant", token.at, token.end, "false"];
  if (token.text === "false") yield ["constant", token.at, token.end, "true"];
  if (!token.isInFunction) return;
  const isStep = token.text === "++" || token.text === "--";
  const isPointer = token.text === "*" && tokens[i - 2]?.text === "struct";
  const isBinary = isOperand(tokens[i - 1]) && !isStep && !isPointer;
  if (OPERATORS[token.text] && (isBinary || (isStep && !token.isInLoopHead)))
    for (const text of OPERATORS[token.text]) yield ["operator", token.at, token.end, text];
  if ((token.text === "!" || token.text === "~") && !isOperand(tokens[i - 1]))
    yield ["operator", token.at, token.end, " "];
  if (token.text === "if" || token.text === "while") {
    const [from, to] = [tokens[i + 1].at + 1, tokens[closing(tokens, i + 1)].at];
    if (token.text === "if") yield ["branch", from, to, "true"];
    yield ["branch", from, to, "false"];
  }
  if (token.text === "?") {
    yield ["branch", token.at, token.at, "|| true "];
    yield ["branch", token.at, token.at, "&& false "];
  }
  const end = endOfStatement(tokens, i);
  if (token.text === "return" && end > i + 2)
    yield ["return", tokens[i + 1].at, tokens[end].at, "!", "()"];
  if (token.isStart && isExpression(tokens, i) && end < tokens.length)
    yield ["statement", token.at, tokens[end].at, ""];
}

// Whether a statement only does something: a call, an assignment, continue, break.
function isExpression(tokens, i) {
  const [first, second] = [tokens[i], tokens[i + 1]];
  if (first.text === "continue" || first.text === "break") return true;
  if (["*", "++", "--"].includes(first.text)) return true;
  return (
    first.kind === "name" && !KEYWORDS.has(first.text) && !TYPES.has(first.text) &&
    ["(", "[", ".", "->", "=", "+=", "-=", "|=", "&=", "++", "--"].includes(second?.text)
  );
}

const squeeze = (text) => text.replace(/\s+/g, " ").trim();

// All mutants of a file: where, what it was and what it becomes (in whole lines, so that a
// list of them outlives changes elsewhere in the file), and the changed source.
// `onlyFunctions` is for headers that tests share: constants outside would change for both.
export function mutantsOf(source, onlyFunctions) {
  const tokens = mark(tokensOf(source));
  const mutants = [];
  tokens.forEach((token, i) => {
    if (token.isSkipped || token.isSize || (onlyFunctions && !token.isInFunction)) return;
    for (const [kind, from, to, text, wrap] of mutantsOfToken(tokens, i)) {
      const inside = wrap === undefined ? text : `${text}(${source.slice(from, to)})`;
      const lineStart = source.lastIndexOf("\n", from - 1) + 1;
      const lineEnd = source.indexOf("\n", to);
      mutants.push({
        kind, from, to, inside,
        line: source.slice(0, from).split("\n").length,
        was: squeeze(source.slice(lineStart, lineEnd)),
        becomes: squeeze(source.slice(lineStart, from) + inside + source.slice(to, lineEnd)),
      });
    }
  });
  return mutants;
}

export const changed = (source, mutant) =>
  source.slice(0, mutant.from) + mutant.inside + source.slice(mutant.to);
