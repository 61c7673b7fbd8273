// once.ts - what all of a program share, loaded when it is first asked for. Each instance of a
// module costs address space and time: single questions, which leave nothing behind, have one
// together.

/** Loads at the first call; what failed may be tried again. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | null = null;
  return () => {
    coming ??= load().catch((problem: unknown) => {
      coming = null;
      throw problem;
    });
    return coming;
  };
}
