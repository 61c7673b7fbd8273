// postcard.ts - travellers: hiker, cyclist, painter, sailor, pilot, climber, on the field of
// head.ts.
import { dot, part } from "../head";
import { beard, partedHair, type Portrait, shortHair, shoulders } from "./portrait";

const hiker: Portrait = {
  temper: "merry", ground: "#cfe8d4", skin: "#f7d5b0",
  behind: [
    part("#3d7f96", "M34 62q-4 6-4 22h52q0-16-4-22Z"),
    part("#f4c95d", "M41 48c-8 4-9 14-6 24 4 1 7-2 8-6ZM71 48c8 4 9 14 6 24-4 1-7-2-8-6Z"),
    part("#c2492f", "M34.5 70l6 2-1 4-6-2ZM77.5 70l-6 2 1 4 6-2Z"),
    shoulders("#6fa06a"),
    part("#b07a45", "M40 71l6-2 2 15h-6ZM72 71l-6-2-2 15h6Z"),
  ],
  over: [
    partedHair("#f4c95d"),
    part("#c2492f", "M39.5 43c0-5 1-9 4-12q12.5-7 25 0c3 3 4 7 4 12-10-7-23-7-33 0Z"),
    part("light", dot(48, 34, 1.5), dot(56, 31.5, 1.5), dot(64, 34, 1.5), dot(52, 36.5, 1.2),
      dot(60, 36.5, 1.2)),
  ],
};
const cyclist: Portrait = {
  temper: "eager", ground: "#f8d9bd", skin: "#8a5a3b",
  behind: [
    shoulders("#c2492f"),
    part("white", "M30.5 79q25 8 51 0l.5 5H30Z"),
    part("white", "M48 69q8 6 16 0l2 3q-10 7-20 0Z"),
  ],
  over: [
    part("#2c211d", "M40 50c-1-4 0-8 2-10h28c2 2 3 6 2 10-2-2-3-4-3-6H43c0 2-1 4-3 6Z"),
    part("#f0b90f", "M37 42c-2-15 6-25 19-25s21 10 19 25q-19-9-38 0Z"),
    part("shade", "M46 36q-1-11 4-17l4-1q-4 8-3 17ZM66 36q1-11-4-17l-4-1q4 8 3 17Z"),
    part("#27415f", "M37 42l.3-4q18.7-9 37.4 0l.3 4q-19-9-38 0Z"),
    part("fine", "M41 46q2 18 12 21M71 46q-2 18-12 21"),
  ],
};
const painter: Portrait = {
  temper: "calm", ground: "#f4d3d3", skin: "#f3c9a0",
  behind: [
    part("#43322c", "M40 42c-6 8-6 18-4 26 6 2 10-1 12-5h16c2 4 6 7 12 5 2-8 2-18-4-26Z"),
    shoulders("#fffdf8"),
    part("fine", "M33 76q23 7 46 0M31 81q25 7 50 0"),
    part("#3d7f96", "M47 68q9 6 18 0l2 5q-11 7-22 0Z"),
  ],
  over: [
    part("#43322c", "M40 55c-3-14 3-22 16-22s19 8 16 22q-2-7-3-12-13 4-26 0-1 5-3 12Z"),
    part("#a60d1c", "M36 38c-6-6-2-17 14-19 16-3 30 4 29 12-.5 4-4 6-7 7q-16-7-36 0Z"),
    part("line", "M60 19l2-5"),
    part("shade", "M36 38c-1-1-1.5-2.5-1.6-4Q54 24 78.7 32.5c-1 3.5-4 5-6.7 5.5q-16-7-36 0Z"),
    part("#1a45b5", "M66 60.5q4-2 5 1t-3 3-4-1.5Z"),
  ],
};
const sailor: Portrait = {
  temper: "merry", ground: "#cfe3ea", skin: "#f7d5b0",
  behind: [
    shoulders("#fffdf8"),
    part("#1f4f8f", "M31 77q25 8 50 0l.8 3.5q-26 8-51.6 0Z"),
    part("#1f4f8f", "M40 71l7-2.5L56 80l9-11.5 7 2.5-12 13h-8Z"),
  ],
  over: [
    beard("#c46a2f"),
    part("#c46a2f", "M40.5 50c-1-4 0-8 2-10h27c2 2 3 6 2 10-2-2-3-4-3-6h-25c0 2-1 4-3 6Z"),
    part("#fffdf8", "M39 40c-3-9-1-17 1-20 5 3 27 3 32 0 2 3 4 11 1 20q-17-6-34 0Z"),
    part("#1f4f8f", "M38.6 36q17.4-6 34.8 0l-.4 4q-17-6-34 0Z"),
    part("#c2492f", dot(56, 21, 3.6)),
  ],
};
const pilot: Portrait = {
  temper: "eager", ground: "#ecdfc4", skin: "#d99f6c",
  behind: [
    shoulders("#80502b"),
    part("#ecdfc4", "M40 72c3-5 9-3 16-1 7-2 13-4 16 1 1 5-4 7-9 5l-7 7-7-7c-5 2-10 0-9-5Z"),
    part("#fffdf8", "M45 68q11 7 22 0l1 5q-12 8-24 0Z"),
  ],
  over: [
    part("#43322c", "M44 46q2-6 12-7 10 1 12 7-6-5-12-5t-12 5Z"),
    part("#8a5a34", "M39 64c-4-12-4-24 1-33 3-6 9-9 16-9s13 3 16 9c5 9 5 21 1 33l-4-1c3-8 3-15" +
      " 1-21-3" +
      "-3-8-4-14-4s-11 1-14 4c-2 6-2 13 1 21Z"),
    part("line", "M38 36q18-8 36 0"),
    part("#4a4f55", dot(48.5, 32.5, 7), dot(63.5, 32.5, 7)),
    part("#cfe6ef", dot(48.5, 32.5, 4.6), dot(63.5, 32.5, 4.6)),
    part("light", "M45.5 32q1-3 4-3M60.5 32q1-3 4-3Z"),
  ],
};
const climber: Portrait = {
  temper: "proud", ground: "#dbeaf6", skin: "#e3ac7c",
  behind: [
    part("#f0b90f", "M36 60q-6 12-2 24h44q4-12-2-24Z"),
    shoulders("#d2601a"),
    part("line", "M56 76v8"),
  ],
  over: [
    shortHair("#8d8378"),
    beard("#8d8378"),
    part("#1f4f8f", "M38.5 40c-2-14 6-22 17.5-22s19.5 8 17.5 22q-17.5-7-35 0Z"),
    part("#fffdf8", "M43 27l5 5 4-6 4 6 4-6 4 6 5-5-1 8q-12-5-24 0Z"),
    part("#fffdf8", "M37.5 43c-1-4 0-7 2-8q16.5-6 33 0c2 1 3 4 2 8q-18.5-8-37 0Z"),
    part("fine", "M44 41v-6M50 39v-6M56 38.5v-6M62 39v-6M68 41v-6"),
    part("#c2492f", dot(56, 16.5, 4.6)),
  ],
};

export default [hiker, cyclist, painter, sailor, pilot, climber];
