// stay-lit.ts - a device that lies on the table and is only looked at does not go dark meanwhile,
// where the browser can see to it.

/** Until what it returns is called. A browser lets go whenever the page is hidden. */
export function stayLit(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;

  async function hold(): Promise<void> {
    if (document.visibilityState !== "visible") return;
    // little battery, or no leave: it goes dark as usual
    lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
    if (isOver) void lock?.release();
  }

  const again = (): void => void hold();
  again();
  document.addEventListener("visibilitychange", again);
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", again);
    void lock?.release();
  };
}
