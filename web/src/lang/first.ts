// first.ts - runs before anything else (scripts/first-words.ts): asks for the words at once, so
// that they come at the same time as the app and not after it.
import { readStored } from "../link/store";
import { loadWords, preferredLanguage } from "./words";

const kept = readStored<{ language?: unknown }>("settings");
// if that fails, whoever needs the words tries again
loadWords(preferredLanguage(kept?.language), "first").catch(() => undefined);
