// dark.ts - a step of the build: theme.css has the dark colours once, for who has chosen them. Here
// they are also given to who leaves it to the system, by a rule and not by a script, so that the
// page is dark from its first moment.
import type { Plugin } from "vite";

const CHOSEN = /:root\[data-theme="dark"\] (\{[^}]*\})/;

export function withSystem(sheet: string): string {
  const colours = CHOSEN.exec(sheet)?.[1];
  if (colours === undefined) throw new Error("the theme has no dark colours");
  const bySystem =
    `@media (prefers-color-scheme: dark) {\n:root:not([data-theme="light"]) ${colours}\n}`;
  return sheet.replace(CHOSEN, (chosen) => `${chosen}\n${bySystem}`);
}

export function darkBySystem(): Plugin {
  return {
    name: "rummery-dark-by-system",
    enforce: "pre",
    transform: (code, id) => (id.endsWith("/ui/theme.css") ? withSystem(code) : undefined),
  };
}
