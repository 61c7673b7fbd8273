// programs.mjs - programs of the system that the engines need.
import { spawnSync } from "node:child_process";

// The path of the first of these names (or patterns of paths) that is there.
export function pathOf(...names) {
  for (const name of names) {
    const found = spawnSync("sh", ["-c", `command -v ${name} || ls ${name} 2>/dev/null`]);
    const [path] = String(found.stdout).trim().split("\n");
    if (path !== "") return path;
  }
  throw new Error(`none of these is there: ${names.join(", ")}`);
}
