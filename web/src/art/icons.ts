// icons.ts - the signs on buttons as lines on a field of 24 x 24, all drawn with the same pen.

const dot = (x: number, y: number): string => `M${x} ${y}h.01`;

export const ICONS = {
  undo: "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  redo: "M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h3",
  again: "M4.5 9a8 8 0 1 1-.5 5M4 4v5h5",
  play: "M3 15v5h18v-5M7 4h10v12H7ZM10 10l1.5 2 3-4.5",
  draw: "M12 3v12M7 10l5 5 5-5M4 17v4h16v-4",
  hint:
    "M9 18h6M10 21h4" +
    "M12 3a6 6 0 0 0-4 10.5c1 1 1.5 2 1.5 4.5h5c0-2.5.5-3.5 1.5-4.5A6 6 0 0 0 12 3Z",
  sort: "M4 6h16M4 12h11M4 18h6",
  list: "M9 6h11M9 12h11M9 18h11" + dot(4, 6) + dot(4, 12) + dot(4, 18),
  clock: "M12 3a9 9 0 1 0 .01 0ZM12 7v5l3.5 2.5",
  people:
    "M9 4a3.5 3.5 0 1 0 .01 0ZM2.5 20c0-4.5 2.5-7 6.5-7s6.5 2.5 6.5 7" +
    "M16 4.5a3.5 3.5 0 0 1 0 6.5M18 13.5c2.3.9 3.5 3.2 3.5 6.5",
  bot:
    "M5 9h14v10H5ZM12 9V4M2 13v3M22 13v3M9.5 16h5" +
    dot(12, 3.5) + dot(9, 12.5) + dot(15, 12.5),
  share:
    "M18 3a2.5 2.5 0 1 0 .01 0ZM6 9.5a2.5 2.5 0 1 0 .01 0ZM18 16a2.5 2.5 0 1 0 .01 0Z" +
    "M8.3 10.8l7.4-4M8.3 13.2l7.4 4",
  eye: "M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7ZM12 9a3 3 0 1 0 .01 0Z",
  settings:
    "M4 7h8M18 7h2M4 17h2M12 17h8M15 4.5a2.5 2.5 0 1 0 .01 0ZM9 14.5a2.5 2.5 0 1 0 .01 0Z",
  keys:
    "M3 6h18v12H3ZM8 15h8" +
    dot(7, 9) + dot(11, 9) + dot(15, 9) + dot(18, 9) + dot(7, 12) + dot(11, 12) + dot(15, 12),
  language: "M12 3a9 9 0 1 0 .01 0ZM3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18",
  check: "M5 13l4.5 5L19 6",
  cross: "M6 6l12 12M18 6 6 18",
  warning: "M12 4 2.5 20h19ZM12 10v5" + dot(12, 17.5),
  sun:
    "M12 8a4 4 0 1 0 .01 0ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19" +
    "M5 19l1.4-1.4M17.6 6.4 19 5",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z",
  menu: "M4 6h16M4 12h16M4 18h16",
  copy: "M9 8h11v13H9ZM5 16H4V3h11v2",
  qr:
    "M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h2v2M20 14v2h-2v2M14 18v2h2M20 20h-1" +
    dot(7, 7) + dot(17, 7) + dot(7, 17),
  home: "M3 11.5 12 4l9 7.5M6 10v10h12V10M10 20v-6h4v6",
  back: "M14 5l-7 7 7 7",
  next: "M10 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M6 5v14",
  last: "M6 5l7 7-7 7M18 5v14",
  start: "M7 4.5v15L19 12Z",
  pause: "M8 5v14M16 5v14",
  camera: "M3 8h4l2-3h6l2 3h4v11H3ZM12 10a3.5 3.5 0 1 0 .01 0Z",
  picture: "M3 5h18v14H3ZM4 17l5-5 4 4 3-3 4 4" + dot(15.5, 9),
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  download: "M12 3v11M7 10l5 5 5-5M4 20h16",
  offline:
    "M3 3l18 18M5 12a10 10 0 0 1 4-2.3M2 8.5a15 15 0 0 1 4-2.5" +
    "M10.5 5a15 15 0 0 1 11.5 3.5M15 10.2a10 10 0 0 1 4 1.8M8.5 15.5a5 5 0 0 1 7 0" +
    dot(12, 19),
  info: "M12 3a9 9 0 1 0 .01 0ZM12 11v6" + dot(12, 7.5),
  book: "M12 6c-2-1.5-5-2-9-2v14c4 0 7 .5 9 2 2-1.5 5-2 9-2V4c-4 0-7 .5-9 2ZM12 6v14",
  chart: "M4 4v16h16M7 15l4-5 3 3 6-7",
  sheet: "M6 3h12v18H6ZM9 8h6M9 12h6M9 16h3",
  lock: "M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  meld: "M2 6.5h6v11H2ZM9 6.5h6v11H9ZM16 6.5h6v11h-6Z",
  star: "M12 3.5l2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17l-5.3 3 1.1-6L3.4 9.8l6-.8Z",
  smile: "M12 3a9 9 0 1 0 .01 0ZM8 14.5q4 4 8 0" + dot(9, 10) + dot(15, 10),
  grow: "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
  shrink: "M4 9h5V4M20 9h-5V4M4 15h5v5M20 15h-5v5",
  sound: "M4 9h4l5-4v14l-5-4H4ZM16.5 9q2 3 0 6M19 6.5q4 5.5 0 11",
  silence: "M4 9h4l5-4v14l-5-4H4ZM17 9.5l5 5M22 9.5l-5 5",
  curtain: "M3 4h18M5 4v16c3-2 5-6 5-16M19 4v16c-3-2-5-6-5-16",
  hand:
    "M9 13V5.5a1.5 1.5 0 0 1 3 0V11M12 11V4.5a1.5 1.5 0 0 1 3 0V11M15 11V6.5a1.5 1.5 0 0 1 3 0V15" +
    "c0 4-2 6-5.5 6-3 0-4.5-1-6-4l-2-3.5a1.5 1.5 0 0 1 2.5-1.5l2 2",
} as const;

export type IconName = keyof typeof ICONS;
