// store.ts - what the browser keeps for this page. Where it keeps nothing (private windows, full
// disks), the page goes on and remembers until it is closed.

const PREFIX = "rummery.";
const remembered = new Map<string, string>();

export function readStored<T>(name: string): T | null {
  let text = remembered.get(name) ?? null;
  try {
    text ??= localStorage.getItem(PREFIX + name);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** False where it will not outlive the page. */
export function writeStored(name: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + name, text);
    remembered.delete(name);
    return true;
  } catch {
    remembered.set(name, text);
    return false;
  }
}

export function removeStored(name: string): void {
  remembered.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // nothing was kept
  }
}

/** Everything that is kept. */
export function storedNames(): string[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    return [...new Set([...names.map((name) => name.slice(PREFIX.length)), ...remembered.keys()])];
  } catch {
    return [...remembered.keys()];
  }
}
