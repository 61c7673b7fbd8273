// api.ts - the server's HTTP side: making tables, taking seats, looking. What is made has an id, so
// that asking again after a broken line is harmless.
import type { Colour, ErrorMessage, Language, NewTable, TableMessage } from "./messages";
import { newId } from "./mixes";

/** `code` is one of docs/protocol.md, or `offline`: the server was not reached. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    why: string,
  ) {
    super(why);
  }
}

export interface Seated {
  table: string;
  invite: string;
  key: string;
  seats: number[];
  seq: number;
}

export interface Person {
  name: string;
  colour?: Colour;
  language?: Language;
}

const PAUSES_MS = [300, 1200];
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

async function ask(path: string, options: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new ApiError("offline", 0, "the server cannot be reached");
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as ErrorMessage | null;
  const why = problem?.why ?? `the server answered with ${answer.status}`;
  throw new ApiError(problem?.error ?? "offline", answer.status, why);
}

/** Tries again while the server is not reached: the id makes sure that it is done once. */
async function post<T>(path: string, body: object): Promise<T> {
  const options: RequestInit = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ id: newId(), ...body }),
  };
  for (const pauseMs of PAUSES_MS) {
    try {
      return (await (await ask(path, options)).json()) as T;
    } catch (problem) {
      if (!(problem instanceof ApiError) || problem.code !== "offline") throw problem;
      await pause(pauseMs);
    }
  }
  return (await (await ask(path, options)).json()) as T;
}

function looking(key: string | undefined): RequestInit {
  return key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } };
}

const pathOf = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const makeTable = (table: NewTable): Promise<Seated> => post("/api/tables", table);

export function joinTable(
  table: string,
  invite: string,
  seats: readonly Person[],
): Promise<Seated> {
  return post(`${pathOf(table)}/seats`, { invite, seats });
}

export async function fetchTable(table: string, key?: string): Promise<TableMessage> {
  return (await (await ask(pathOf(table), looking(key))).json()) as TableMessage;
}

/** The record of the current match, or of an earlier one, counted from 1. */
export async function fetchRecord(table: string, match?: number, key?: string): Promise<string> {
  const which = match === undefined ? "" : `/${match}`;
  return (await ask(`${pathOf(table)}/record${which}`, looking(key))).text();
}
