// pictograms.ts - the six categories and the joker as line drawings on a field of 24 x 24, all with
// the same pen. At 16 px a gap between two lines is a pixel: what is closer than 3 runs together.
import type { Category } from "../../game/cards";

/** A temple front, a church, a camera, a shield, fork and knife, a letter box; a traveller. */
export const PICTOGRAMS: Record<Category | "*", string> = {
  p: "M2.5 9.5 12 3l9.5 6.5ZM3 21h18M5.5 13v5M12 13v5M18.5 13v5",
  c: "M12 2v6M9.3 4.6h5.4M6.5 13 12 8l5.5 5v8h-11ZM6.5 15.5l-4 2.5v3h19v-3l-4-2.5M12 21v-4",
  s: "M3 7.5h4l2-3h6l2 3h4V20H3ZM12 9.5a4 4 0 1 0 .01 0Z",
  e: "M4 3.5h16V11c0 5-3 8-8 10.5C7 19 4 16 4 11ZM12 4v17M4.5 11.5h15",
  f: "M4.5 3v4.5a3 3 0 0 0 6 0V3M7.5 3v18M16.5 21V3c3 2 4 5.5 4 10.5h-4",
  l: "M2.5 17.5v-7A4.5 4.5 0 0 1 7 6h10a4.5 4.5 0 0 1 4.5 4.5v7ZM7 6a4.5 4.5 0 0 1 4.5 4.5v7" +
    "M15 11h3M12 17.5V22",
  "*": "M4.5 5.5h9M6.5 5.5v-3h5v3M6.5 6v1a2.5 2.5 0 0 0 5 0V6M4 21.5v-5a5 5 0 0 1 10 0v5" +
    "M16 15h6v6.5h-6ZM17.5 15v-2.2h3V15",
};
