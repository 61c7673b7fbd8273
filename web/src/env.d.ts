// env.d.ts - what Vite adds to imports.
/// <reference types="svelte" />
/// <reference types="vite/client" />

// scripts/postcards.ts: what is inside of each drawing of Photo, by card
declare module "virtual:postcards" {
  const drawings: Record<string, string>;
  export default drawings;
}
declare module "virtual:postcard/*" {
  const drawing: string;
  export default drawing;
}
