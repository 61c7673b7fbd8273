// tile.ts - the regulars of a club that meets over tiles: baker, gardener, postman, teacher,
// jeweller, captain, on the field of head.ts.
import { dot, part } from "../head";
import {
  glasses, longHair, moustache, partedHair, type Portrait, shortHair, shoulders,
} from "./portrait";

const baker: Portrait = {
  temper: "merry", ground: "#f6dfa9", skin: "#f7d5b0",
  behind: [
    shoulders("#fffdf8"),
    part("#c2492f", "M47 68q9 6 18 0l2 5q-11 7-22 0Z"),
  ],
  over: [
    part("#80502b", "M40.5 51c-1-4-1-7 .5-10l5 1c-.5 4-2 8-5.5 9ZM71.5 51c1-4 1-7-.5-10l-5 1c.5 4" +
      " 2 8 5.5 9Z"),
    part("#fffdf8", "M42 37c-9-1-12-6-10-11 2-4 6-5 9-3 2-6 8-9 15-9s13 3 15 9c3-2 7-1 9 3 2" +
      " 5-1 10" +
      "-10 11Z"),
    part("fine", "M48 33q-1-5-3-8M64 33q1-5 3-8M56 33v-9"),
    part("#ecdfc4", "M41 36q15-5 30 0v6q-15-5-30 0Z"),
    part("light", dot(45, 59, 2.4), dot(48.5, 56, 1.2)),
  ],
};
const gardener: Portrait = {
  temper: "calm", ground: "#cfe8d4", skin: "#f3c9a0",
  behind: [
    longHair("#a3542b"),
    shoulders("#fffdf8"),
    part("#3f8a5f", "M44 84V70l5-1 1 6h12l1-6 5 1v14Z"),
  ],
  over: [
    partedHair("#a3542b"),
    part("#e9c878", "M26 40q4-7 16-9 0-14 14-14t14 14q12 2 16 9-30 9-60 0Z"),
    part("#c2492f", "M42 31q14 6 28 0v-5q-14 6-28 0Z"),
    part("shade", "M26 40q1.5-2.5 4-4.4 26 8 52 0 2.5 2 4 4.4-30 9-60 0Z"),
    part("#fffdf8", dot(65, 25, 3), dot(70, 29, 3), dot(64, 31, 3), dot(60.5, 27.5, 3)),
    part("gold", dot(65, 28, 2.4)),
  ],
};
const postman: Portrait = {
  temper: "eager", ground: "#d5e2f4", skin: "#f7d5b0",
  behind: [
    shoulders("#2f5d8c"),
    part("#f0b90f", "M40 72l6-2 3 14h-6Z"),
    part("white", "M50 69h12l-6 8Z"),
  ],
  over: [
    shortHair("#43322c"),
    part("#2f5d8c", "M38 34c-3-9 5-17 18-17s21 8 18 17q-18-6-36 0Z"),
    part("#27415f", "M39 33.5q17-6 34 0v5q-17-6-34 0Z"),
    part("ink", "M40 39q16-6 32 0l3 5q-19-7-38 0Z"),
    part("gold", "M51 22h10v7H51Z"),
    part("fine", "M51 22l5 4 5-4"),
    moustache("#6b4327"),
  ],
};
const teacher: Portrait = {
  temper: "calm", ground: "#e0d7ee", skin: "#b97b4e",
  behind: [
    part("#2c211d", dot(56, 25, 9)),
    shoulders("#7b4a86"),
    part("white", "M46 69l4-1q6 5 12 0l4 1-6 8-4-4-4 4Z"),
  ],
  over: [
    partedHair("#2c211d"),
    part("#c2492f", "M48 29q8-4 16 0v3q-8-4-16 0Z"),
    part("gold", dot(40, 57.5, 1.7), dot(72, 57.5, 1.7)),
  ],
  front: [glasses],
};
const jeweller: Portrait = {
  temper: "calm", ground: "#ecdfc4", skin: "#f7d5b0",
  behind: [
    shoulders("#80502b"),
    part("white", "M49 69q7 5 14 0l-3 15h-8Z"),
    part("#a60d1c", "M56 73l-7-3.5v7ZM56 73l7-3.5v7Z"),
    part("gold", dot(56, 73, 1.8)),
  ],
  over: [
    part("#e6e2dc", "M41.5 55c-6-2-7-8-4-13 1-3 3-5 5-5 0 5-1 10-1 18ZM70.5 55c6-2 7-8" +
      " 4-13-1-3-3-5" +
      "-5-5 0 5 1 10 1 18Z"),
    part("#e6e2dc", "M52 32q2-4 5-2.5 3-1.5 4 2.5-4.5-1.5-9 0Z"),
    moustache("#e6e2dc"),
  ],
  front: [
    part("line", "M40 44q16-7 32 0"),
    part("#4a4f55", "M58.5 46h6.4l1.6 3.6a5.6 5.6 0 1 1-9.6 0Z"),
    part("#cfe6ef", dot(61.7, 52.6, 3.4)),
  ],
};
const captain: Portrait = {
  temper: "proud", ground: "#cfe3ea", skin: "#e3ac7c",
  behind: [
    longHair("#e6e2dc"),
    shoulders("#27415f"),
    part("white", "M49 69q7 5 14 0l-7 10Z"),
    part("gold", dot(47, 79, 1.6), dot(65, 79, 1.6)),
  ],
  over: [
    partedHair("#e6e2dc"),
    part("#fffdf8", "M36 32c-3-6 3-15 20-15s23 9 20 15q-20-6-40 0Z"),
    part("#27415f", "M39 31.5q17-6 34 0v6q-17-6-34 0Z"),
    part("ink", "M41 38q15-5 30 0l2 4q-17-6-34 0Z"),
    part("gold", dot(56, 26, 4)),
    part("fine", "M56 23.5v5M53.5 27q2.5 3 5 0M54.5 24.8h3"),
  ],
};

export default [baker, gardener, postman, teacher, jeweller, captain];
