// svelte.config.js - Svelte 5 with runes everywhere; TypeScript by its own preprocessor.
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true } };
