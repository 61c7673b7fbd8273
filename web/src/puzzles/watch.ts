// watch.ts - how long somebody has been at a puzzle: only while the page is seen.

export class Watch {
  private since: number | null = null;
  private readonly look = (): void => this.turn();

  constructor(private before = 0) {
    document.addEventListener("visibilitychange", this.look);
    this.turn();
  }

  private turn(): void {
    this.before = this.ms;
    this.since = document.visibilityState === "visible" ? performance.now() : null;
  }

  get ms(): number {
    const now = this.since === null ? 0 : performance.now() - this.since;
    return Math.round(this.before + now);
  }

  stop(): void {
    document.removeEventListener("visibilitychange", this.look);
  }
}
