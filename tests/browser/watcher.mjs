// watcher.mjs - runs inside the page, before its own scripts: looks at every tile in every frame
// and notes what moved otherwise than it should have. It knows where a tile is (its box) and where
// it lies (its box without the transform of a flight); all else follows from the two:
//   a tile that lies where it lay stays there,
//   one that lies elsewhere goes straight there from where it was, and never back,
//   one that was not there before comes from the pile that was pressed or from who laid it,
//   and one that is outside of the table, which is cut off there, is seen as a copy above all.
// Boxes are those inside the rack, a pile or the table's content: scrolling, a rack that grows and
// a pile that nods are no motion. Frames may be missing; only what is seen is judged. The result is
// `motionWatched`.
{
  const STILL_PX = 2;
  // a pile nods where it is the next thing to use
  const NOD_PX = 8;
  // what rounding and two frames of one flight may differ by
  const LINE_PX = 4;
  // in less a computer player does not answer
  const LATE_MS = 250;
  const REMARKS = /, (new|moved by others|laid by you.*|part of the hint|freed by: [^,]*)/g;

  const centre = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });
  const minus = (a, b) => ({ x: a.x - b.x, y: a.y - b.y });
  const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
  const spot = ({ x, y }) => `${Math.round(x)},${Math.round(y)}`;

  const watched = { frames: 0, tiles: 0, faults: [], flights: {}, begun: {}, isCalm: false };
  globalThis.motionWatched = watched;

  let known = new Map();
  let pressed = null;
  let pileSize = 0;
  let seenAt = 0;
  let isLate = false;
  const scrollers = new WeakMap();

  function homeOf(tile) {
    let home = scrollers.get(tile.parentElement);
    if (home !== undefined) return home;
    home = tile.parentElement;
    const isHome = (box) =>
      box.matches("[data-region], [data-place]") ||
      /auto|scroll/.test(getComputedStyle(box).overflowY);
    while (!isHome(home)) home = home.parentElement;
    scrollers.set(tile.parentElement, home);
    return home;
  }

  // Where the content of a home begins on the screen.
  function cornerOf(home) {
    const { left, top } = home.getBoundingClientRect();
    return { x: left - home.scrollLeft, y: top - home.scrollTop };
  }

  function nameOf(tile) {
    const name = tile.getAttribute("aria-label") ?? "";
    return name.startsWith("joker") ? "joker" : name.replace(REMARKS, "");
  }

  function look(tile, corners) {
    const home = homeOf(tile);
    if (!corners.has(home)) corners.set(home, cornerOf(home));
    // a transform turns and grows about the middle: only its shift leads away from there
    const { e, f } = new DOMMatrixReadOnly(getComputedStyle(tile).transform);
    const corner = corners.get(home);
    const is = minus(centre(tile.getBoundingClientRect()), corner);
    const id = tile.dataset.piece;
    return { id, home, corner, isCutOff: isCutOff(tile, home),
      name: known.get(id)?.name ?? nameOf(tile),
      region: tile.closest("[data-region]").dataset.region, is,
      lies: minus(is, { x: e, y: f }), flight: null };
  }

  // Whether it is beyond the edge of the table, and no copy of it is seen there.
  function isCutOff(tile, home) {
    if (home.dataset.region !== "board") return false;
    const { x, y } = centre(tile.getBoundingClientRect());
    const { left, top, right, bottom } = home.getBoundingClientRect();
    if (x >= left && x <= right && y >= top && y <= bottom) return false;
    const copy = document.querySelector(`[data-copy="${tile.dataset.piece}"]`);
    if (copy === null) return true;
    return apart(centre(copy.getBoundingClientRect()), { x, y }) > LINE_PX;
  }

  // The one player at the table who is not here.
  const OTHER = '[data-place^="seat "]:not(.mine)';

  function placeCentre(selector) {
    const place = document.querySelector(selector);
    return place === null ? null : centre(place.getBoundingClientRect());
  }

  function begin(kind, tile, from) {
    watched.flights[kind] = (watched.flights[kind] ?? 0) + 1;
    return { kind, from, done: 0, isFirst: true };
  }

  // How far it is beside the straight way from there to where it lies.
  function besideWay({ is, lies }, from) {
    const way = minus(lies, from);
    const gone = minus(is, from);
    const length = Math.hypot(way.x, way.y);
    return length < STILL_PX ? apart(is, lies)
      : Math.abs(gone.x * way.y - gone.y * way.x) / length;
  }

  // Whether it has gone on along its old way before it took the new one.
  function isFurther({ is }, { flight, is: from, lies }) {
    return flight !== null && apart(is, from) <= apart(from, lies) + LINE_PX &&
      besideWay({ is, lies }, from) <= LINE_PX;
  }

  function comesFromOther(tile) {
    const from = placeCentre(OTHER);
    return from !== null && besideWay(tile, minus(from, tile.corner)) <= LINE_PX;
  }

  // From where a tile comes that was not there: [kind, point on the screen].
  function originOf(tile, before) {
    if (tile.region === "board") return ["laid by others", placeCentre(OTHER)];
    if (tile.region === "rack")
      return ["drawn", pressed && placeCentre(`[data-place="${pressed}"]`)];
    // a card of the pile that is seen again has not moved
    if (Number(tile.id.split(" ")[1]) < pileSize) return ["uncovered", null];
    const [gone] = before.filter(({ id, region }) => region === "rack" && !known.has(id));
    // while no frame was seen the other one may have laid a card upon mine
    if (gone !== undefined && !(isLate && comesFromOther(tile)))
      return ["discarded", { x: gone.is.x + gone.corner.x, y: gone.is.y + gone.corner.y }];
    return ["discarded by others", placeCentre(OTHER)];
  }

  function fault(tile, what) {
    if (watched.faults.length < 400)
      watched.faults.push(`frame ${watched.frames}, ${tile.region} ${tile.id} (${tile.name}): ` +
        `${what}; is ${spot(tile.is)}, lies ${spot(tile.lies)}`);
  }

  function judgeFlight(tile) {
    const { flight } = tile;
    const way = minus(tile.lies, flight.from);
    const length = Math.hypot(way.x, way.y);
    const gone = minus(tile.is, flight.from);
    const done = length < STILL_PX ? 1 : (gone.x * way.x + gone.y * way.y) / length ** 2;
    const beside = besideWay(tile, flight.from);
    const kind = `${flight.kind} from ${spot(flight.from)}`;
    const slack = LINE_PX / length;
    if (beside > LINE_PX || done < -slack || done > 1 + slack) fault(tile, `${kind}: not straight`);
    else if (done < flight.done - slack) fault(tile, `${kind}: goes back`);
    if (flight.isFirst && done < 0.5)
      watched.begun[flight.kind] = (watched.begun[flight.kind] ?? 0) + 1;
    // what rests there is scrolled to, not flying
    if (tile.isCutOff && apart(tile.is, tile.lies) > STILL_PX)
      fault(tile, `${kind}: is not seen`);
    flight.isFirst = false;
    flight.done = Math.max(flight.done, done);
    if (apart(tile.is, tile.lies) < 1) tile.flight = null;
  }

  function judge(tile, old, before, isBegun) {
    if (old === undefined) {
      const [kind, from] = isBegun ? originOf(tile, before) : ["dealt", null];
      if (from) tile.flight = begin(kind, tile, minus(from, tile.corner));
    } else if (old.home !== tile.home) {
      const from = { x: old.is.x + old.corner.x, y: old.is.y + old.corner.y };
      tile.flight = begin(`${old.region} to ${tile.region}`, tile, minus(from, tile.corner));
    } else if (apart(old.lies, tile.lies) > STILL_PX && tile.region !== "piles") {
      tile.flight = begin(`${tile.region} shifted`, tile, isFurther(tile, old) ? tile.is : old.is);
    } else {
      tile.flight = old.flight;
      if (tile.flight === null && tile.region !== "piles") tile.lies = old.lies;
    }
    if (watched.isCalm ? apart(tile.is, tile.lies) > STILL_PX : false)
      fault(tile, "moves where nothing may");
    else if (tile.flight !== null) judgeFlight(tile);
    else if (apart(tile.is, tile.lies) > (tile.region === "piles" ? NOD_PX : STILL_PX))
      fault(tile, "moves though it lies still");
  }

  // Where a card of that name lay, and one lies now, it is the same: none goes from the rack to the
  // table while its like comes to where it stood.
  function judgeSame(tiles, before, old) {
    const places = new Map(before.map((tile) => [`${tile.region} ${spot(tile.lies)}`, tile]));
    for (const tile of tiles) {
      const there = places.get(`${tile.region} ${spot(tile.lies)}`);
      if (there === undefined || there.id === tile.id || there.name !== tile.name) continue;
      const isFromElsewhere = old.get(tile.id)?.region !== tile.region;
      const now = known.get(there.id);
      if (isFromElsewhere && now !== undefined && now.region !== tile.region)
        fault(tile, `is another tile than ${there.id} in its place`);
    }
  }

  function frame(time) {
    isLate = time - seenAt > LATE_MS;
    seenAt = time;
    const tiles = document.querySelectorAll("[data-piece]");
    const corners = new Map();
    const now = [...tiles].map((tile) => look(tile, corners));
    const before = [...known.values()];
    const isBegun = before.some(({ region }) => region === "rack");
    known = new Map(now.map((tile) => [tile.id, tile]));
    const old = new Map(before.map((tile) => [tile.id, tile]));
    for (const tile of now) judge(tile, old.get(tile.id), before, isBegun);
    judgeSame(now, before, old);
    pileSize = Number(now.find(({ region }) => region === "piles")?.id.split(" ")[1] ?? 0);
    watched.frames += 1;
    watched.tiles += now.length;
    requestAnimationFrame(watch);
  }

  // What is painted is what the page has made of it when it was told of new sizes: who begins to
  // watch these in a frame is told last.
  function watch(time) {
    const last = new ResizeObserver(() => {
      last.disconnect();
      frame(time);
    });
    last.observe(document.documentElement);
  }

  addEventListener("click", (event) => {
    const place = event.target.closest?.("[data-place]")?.dataset.place;
    if (place !== undefined) pressed = place;
  }, true);
  watched.isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  requestAnimationFrame(watch);
}
