// svelte.config.js - Svelte 5 with runes everywhere; TypeScript by its own preprocessor.
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

// Every element with a style of its own carries its component's mark: a short one. The file's name
// is enough for it, which is different for each.
const cssHash = ({ hash, filename }) => `s${hash(filename).slice(0, 4)}`;

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, cssHash } };
