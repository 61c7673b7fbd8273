// env.d.ts - what Vite adds to imports.
/// <reference types="svelte" />
/// <reference types="vite/client" />

// scripts/postcards.ts: the address of the sprite with the drawings of Photo
declare module "virtual:postcards" {
  const address: string;
  export default address;
}
