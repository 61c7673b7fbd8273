// header.mjs - what the library's headers declare, as lines that can be compared: a prototype each,
// a constant with its value each, and each struct that is not opaque with its fields.
import { readFileSync } from "node:fs";

const withoutComments = (text) => text.replace(/\/\*[^]*?\*\//g, " ");

// The declarations, between the two marks that other languages' bindings go by.
function declarations(text) {
  const [, inside] = text.match(/\/\* cdef \*\/([^]*)\/\* end of cdef \*\//);
  const parts = [];
  let depth = 0, start = 0;
  const plain = withoutComments(inside);
  for (let i = 0; i < plain.length; i++) {
    if (plain[i] === "{") depth++;
    if (plain[i] === "}") depth--;
    if (plain[i] === ";" && depth === 0) {
      parts.push(plain.slice(start, i).replace(/\s+/g, " ").trim());
      start = i + 1;
    }
  }
  return parts;
}

function constants(list) {
  let next = 0;
  return list.split(",").filter((part) => part.trim() !== "").map((part) => {
    const [name, value] = part.split("=").map((word) => word.trim());
    next = value === undefined ? next : Number(value);
    return `constant ${name} = ${next++}`;
  });
}

export function readHeaders(...paths) {
  const lines = [], functions = [];
  for (const part of paths.flatMap((path) => declarations(readFileSync(path, "utf8")))) {
    const list = part.match(/^enum ?\w* ?\{(.*)\}$/)?.[1];
    const prototype = part.match(/^[\w ]+?[ *]+(\w+)\(.*\)$/);
    if (list !== undefined) lines.push(...constants(list));
    else if (prototype !== null) {
      functions.push(prototype[1]);
      lines.push(`function ${part}`);
    } else if (part.includes("{")) lines.push(part);
    else if (!/^struct \w+$/.test(part)) throw new Error(`what is this: ${part}`);
  }
  return { lines: lines.sort(), functions: functions.sort() };
}
