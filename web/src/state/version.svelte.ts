// version.svelte.ts - a newer version of the page: the service worker fetches it quietly, and it is
// taken when nothing is going on, or when the reader says so.

class Version {
  /** A newer one is here and waits. */
  isWaiting = $state(false);
  private registration: ServiceWorkerRegistration | null = null;

  async watch(): Promise<void> {
    const workers = navigator.serviceWorker;
    let hadOne = workers.controller !== null;
    workers.addEventListener("controllerchange", () => {
      if (hadOne) location.reload();
      hadOne = true;
    });
    // a browser may refuse; the page then works as long as there is a line
    const registration: ServiceWorkerRegistration | undefined = await workers
      .register("/worker.js")
      .catch(() => undefined);
    if (registration === undefined) return;
    this.registration = registration;
    this.look();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", () => this.look());
    });
  }

  private look(): void {
    this.isWaiting =
      this.registration?.waiting != null && navigator.serviceWorker.controller !== null;
  }

  /** The new version takes over, and the page is loaded again. */
  take(): void {
    this.registration?.waiting?.postMessage("take over");
  }
}

export const version = new Version();
