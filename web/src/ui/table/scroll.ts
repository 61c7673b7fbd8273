// scroll.ts - brings a meld into view where the table is larger than its room. It goes by where
// things lie, not by where they are seen: what is on its way from elsewhere would lead beyond the
// table, and back as soon as it has come.

/** Left free between a meld and the edge. */
const AIR_PX = 14;

/** The nearest position from which all between `from` and `to` is seen in a room of that size. */
function nearest(now: number, from: number, to: number, room: number, whole: number): number {
  const least = Math.min(from - AIR_PX, Math.max(now, to + AIR_PX - room));
  return Math.max(0, Math.min(least, whole - room));
}

export function bringIntoView(meld: HTMLElement): void {
  const ground = meld.offsetParent;
  const room = ground?.parentElement;
  if (!(ground instanceof HTMLElement) || room == null) return;
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = meld;
  room.scrollTo(
    nearest(room.scrollLeft, offsetLeft, offsetLeft + offsetWidth, room.clientWidth,
      ground.offsetWidth),
    nearest(room.scrollTop, offsetTop, offsetTop + offsetHeight, room.clientHeight,
      ground.offsetHeight),
  );
}
