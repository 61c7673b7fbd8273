// pictograms.ts - the six categories as line drawings on a field of 24 x 24, with one pen.
import type { Category } from "./countries";

export const PICTOGRAMS: Record<Category, string> = {
  p: "M3 9 12 3l9 6ZM3 21h18M5.5 9v9M10 9v9M14 9v9M18.5 9v9M4 18h16",
  c: "M12 1.5v6M9.5 4h5M7 12l5-4.5L17 12v9H7ZM7 14l-4 2.5V21h18v-4.5L17 14M12 21v-4.5",
  s: "M3 7.5h4L9 4.5h6l2 3h4V20H3ZM12 9.5a4 4 0 1 0 .01 0Z",
  e: "M4.5 3.5h15V11c0 5-3 8-7.5 10.5C7.5 19 4.5 16 4.5 11Z" +
    "M12 7l1.3 2.7 2.9.4-2.1 2 .5 2.9L12 13.6 9.4 15l.5-2.9-2.1-2 2.9-.4Z",
  f: "M6 3v5a2.5 2.5 0 0 0 5 0V3M8.5 3v18M16 21V3c3 1.5 4 5 4 10h-4",
  l: "M3.5 11h17v10h-17ZM8 15.5h8M6.5 11V3.5h11V11M6.5 4l5.5 4 5.5-4",
};
