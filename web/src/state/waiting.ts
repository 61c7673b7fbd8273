// waiting.ts - which tables on the server wait for this person: asked now and then with the keys of
// this device, shown in the list of the first page, in the tab's name and icon, and told as a
// notice of the browser if that is wanted. Nothing is asked while there is no such table.
import { t } from "../lang/lang.svelte";
import { fetchTable } from "../link/api";
import { knownTables, type KnownTable } from "../link/keys";
import type { TableMessage } from "../link/messages";
import { settings } from "./settings.svelte";
import { setWaiting } from "./title";
import { type Call, tables } from "./tables.svelte";

const POLL_MS = 60_000;
/** The oldest tables of a list are hardly waited at. */
const ASKED_MAX = 20;

/** A turn of an own seat; or a round that is over, before the next of which somebody is asked. */
function isWaitingFor({ phase, you, seats, views }: TableMessage): boolean {
  if (phase === "playing") return you.includes(views?.[0]?.seat ?? -1);
  return phase === "scored" && you.some((seat) => seats[seat]?.ready === false);
}

export function callOf(message: TableMessage, nowMs: number): Call {
  const { phase, left_ms: leftMs } = message;
  return {
    isMine: isWaitingFor(message),
    isOver: phase === "over",
    untilMs: leftMs === undefined ? null : nowMs + leftMs,
  };
}

async function ask({ table, key }: KnownTable): Promise<[string, Call] | null> {
  try {
    return [table, callOf(await fetchTable(table, key), Date.now())];
  } catch {
    return null; // no line, or no such table any more: what was known stays
  }
}

/** The page's icon with a number, as the tab and the installed app show it. */
function showIcon(count: number): void {
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (link !== null) link.href = count > 0 ? "/favicon-waiting.svg" : "/favicon.svg";
  const badge = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  badge?.catch(() => undefined); // not installed
}

async function notify({ table, game, names }: KnownTable): Promise<void> {
  const title = t("app.title.yours", { game: t(`game.${game}.name`) });
  const body = names.length > 0 ? t("app.home.withYou", { names: names.join(", ") }) : "";
  const options = { body, tag: table, icon: "/icon-192.png", data: `/t/${table}` };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker !== undefined) await worker.showNotification(title, options);
  else new Notification(title, options);
}

class Waiting {
  private isLooking = false;
  private timer: ReturnType<typeof setInterval> | undefined;

  /** Asks now, and again and again; calling it again changes nothing. */
  watch(): void {
    if (this.timer !== undefined) return;
    this.timer = setInterval(() => void this.look(), POLL_MS);
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) void this.look();
    });
    void this.look();
  }

  /** One look at a time: a slow line must not tell anything twice. */
  async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    await this.askAll();
    this.isLooking = false;
  }

  private async askAll(): Promise<void> {
    const asked = knownTables().filter(({ key }) => key !== undefined).slice(0, ASKED_MAX);
    const before = tables.calls;
    const calls = new Map<string, Call>();
    // one after the other: there is no hurry, and a server has others to answer
    for (const known of asked) {
      const [table, call] = (await ask(known)) ?? [known.table, before.get(known.table)];
      if (call !== undefined) calls.set(table, call);
    }
    tables.calls = calls;
    const mine = asked.filter(({ table }) => calls.get(table)?.isMine === true);
    setWaiting(mine.map(({ table }) => table));
    showIcon(mine.length);
    if (!document.hidden || !settings.hasNotices || Notification.permission !== "granted") return;
    for (const known of mine)
      if (before.get(known.table)?.isMine === false) await notify(known).catch(() => undefined);
  }
}

export const waiting = new Waiting();
