// env.d.ts - what Vite adds to imports.
/// <reference types="svelte" />
/// <reference types="vite/client" />
