// figure.ts - people of the castle who are on no card: shepherd, minstrel, falconer, watchman,
// stargazer, and the dragon, on the field of head.ts.
import { dot, part } from "../head";
import { longHair, moustache, partedHair, type Portrait, shortHair, shoulders } from "./portrait";

const shepherd: Portrait = {
  temper: "merry", ground: "#cfe8d4", skin: "#f7d5b0",
  behind: [
    part("#a3542b", "M41 50c-6 4-8 12-6 22 4 2 7 0 8-6ZM71 50c6 4 8 12 6 22-4 2-7 0-8-6Z"),
    shoulders("#fffdf8"),
    part("#5b7fb5", "M43 84c0-6 1-10 4-15l4 6h10l4-6c3 5 4 9 4 15Z"),
  ],
  over: [
    partedHair("#a3542b"),
    part("#f4d3d3", "M37 50c-3-18 5-29 19-29s22 11 19 29c-2-2-4-6-5-10-8-5-20-5-28 0-1 4-3 8-5" +
      " 10Z"),
    part("fine", "M42 40q-1-8 4-13M70 40q1-8-4-13"),
  ],
  front: [
    part("#fffdf8", dot(74, 66, 4), dot(80, 63, 4.5), dot(85, 68, 4.5), dot(82, 74, 5),
      dot(74, 74, 5), dot(79, 69, 6)),
    part("#e6c9a8", "M74 67q4.5-3 9 0 1 6-2 9-2.5 2-5 0-3-3-2-9Z"),
    part("ink", dot(76.5, 70, 1), dot(80.7, 70, 1)),
    part("fine", "M77 74q1.6 1.4 3.2 0"),
  ],
};
const minstrel: Portrait = {
  temper: "merry", ground: "#f6dfa9", skin: "#f7d5b0",
  behind: [
    part("#f4c95d", "M40 42c-6 8-6 16-4 24 6 2 10-1 12-5h16c2 4 6 7 12 5 2-8 2-16-4-24Z"),
    shoulders("#7b4a86"),
    part("gold", "M46 69q10 6 20 0l2 4q-12 7-24 0Z"),
  ],
  over: [
    part("#f4c95d", "M40 56c-3-14 3-22 16-22s19 8 16 22q-2-7-3-12-13 4-26 0-1 5-3 12Z"),
    part("#c2492f", "M66 30c2-10 9-16 17-17 1 9-4 18-14 21Z"),
    part("fine", "M69 32q4-10 12-17"),
    part("#3f8a5f", "M34 39q3-18 24-20 14 2 17 19-20-7-41 1Z"),
    part("#2f6b49", "M34 39l.7-4q20-9 39.6-1l.7 4q-20-7-41 1Z"),
  ],
  front: [
    part("#b07a45", "M27 84c0-8 5-13 12-13l4-9 3 1.5-3 9c3 3 3 8 0 11.5Z"),
    part("ink", dot(36.5, 78, 2.6)),
    part("#80502b", "M42.5 62.5l2-5 4 1.6-2.4 5Z"),
  ],
};
const falconer: Portrait = {
  temper: "eager", ground: "#d5e2f4", skin: "#8a5a3b",
  behind: [
    longHair("#2c211d"),
    shoulders("#8a5a34"),
    part("#f0b90f", "M47 68q9 6 18 0l2 4.5q-11 7-22 0Z"),
  ],
  over: [
    partedHair("#2c211d"),
    part("#2f6b49", "M38 40c-1-12 7-20 18-20s19 8 18 20q-18-9-36 0Z"),
    part("#1f4a33", "M36 43q1-7 20-8 19 1 20 8-20-8-40 0Z"),
  ],
  front: [
    part("#80502b", "M71 84c-3-12-1-24 7-27 7 1 9 8 8 15l-1 12Z"),
    part("#ecdfc4", "M73 82c-1-8 0-13 3-15 4 3 5 8 4 15Z"),
    part("fine", "M75 72l2 1M75 76l3 1M78 69l1.5 1"),
    part("gold", "M73 62.5l-4.5 2.5 4.5 2Z"),
    part("ink", dot(76.4, 62, 1.5)),
    part("light", dot(76.9, 61.5, 0.5)),
  ],
};
const watchman: Portrait = {
  temper: "calm", ground: "#cdb9e6", skin: "#f3c9a0",
  behind: [
    part("#33456e", "M34 84c-4-18-3-44 4-54 4-8 10-13 18-13s14 5 18 13c7 10 8 36 4 54Z"),
    shoulders("#33456e"),
  ],
  over: [
    shortHair("#8d8378"),
    part("#42578a", "M38 66c-4-14-4-26 1-35 3-6 9-10 17-10s14 4 17 10c5 9 5 21 1 35l-5-2c3-9" +
      " 3-16 1-22" +
      "-3-5-8-7-14-7s-11 2-14 7c-2 6-2 13 1 22Z"),
    moustache("#e6e2dc"),
  ],
  front: [
    part("line", "M77 61v-4q0-2 2-2t2 2v4"),
    part("#4a4f55", "M73 61h12l2 4H71Z"),
    part("#ffd76a", "M72.5 65h13l-1 11h-11Z"),
    part("light", "M75.5 67h3l-.5 7h-2Z"),
    part("#4a4f55", "M72 76h14l1 4H71Z"),
  ],
};
const stargazer: Portrait = {
  temper: "proud", ground: "#5f4482", skin: "#f7d5b0",
  behind: [
    longHair("#e6e2dc"),
    shoulders("#33456e"),
    part("gold", "M46 69q10 6 20 0l2 4q-12 7-24 0Z"),
  ],
  over: [
    partedHair("#e6e2dc"),
    part("#33456e", "M38 40 58 4l16 36q-18-8-36 0Z"),
    part("gold", "M36 43l1.5-6q18.5-8 37 0l1.5 6q-20-8-40 0Z"),
    part("gold", "M57 19l1.4 3 3.2.4-2.4 2.2.6 3.2-2.8-1.6-2.8 1.6.6-3.2-2.4-2.2 3.2-.4Z"),
    part("light", dot(50, 30, 1.1), dot(64, 31, 1.1), dot(58, 12, 1)),
  ],
  front: [
    part("line", "M45 53.5a5.2 5.2 0 0 0 10.4 0M56.6 53.5a5.2 5.2 0 0 0 10.4 0M45 53.5h10.4M56.6" +
      " 53.5H67"),
  ],
};
const dragon: Portrait = {
  temper: "proud", ground: "#f4d3d3", skin: "#7fb56a", isBeast: true,
  behind: [
    part("#d2601a", "M34 66q-9-6-9-18 8 0 14 8ZM78 66q9-6 9-18-8 0-14 8Z"),
    part("#7fb56a", "M36 84c0-10 6-15 12-17h16c6 2 12 7 12 17Z"),
    part("#f6dfa9", "M46 84c0-8 3-13 10-13s10 5 10 13Z"),
    part("fine", "M47.5 77h17M46.5 81h19"),
  ],
  over: [
    part("#f6dfa9", "M43 37q-6-8-4-17 8 3 11 12ZM69 37q6-8 4-17-8 3-11 12Z"),
    part("#d2601a", "M50 33l2-9 4 4 4-4 2 9Z"),
    part("skin", "M40 48c-5-1-8-5-8-9 5-1 8 1 10 4ZM72 48c5-1 8-5 8-9-5-1-8 1-10 4Z"),
    part("skin", "M40 48c0-10 7-17 16-17s16 7 16 17c0 4-1 6-2 8 3 3 3 8 0 12-4 5-9 5-14 5s-10" +
      " 0-14-5c" +
      "-3-4-3-9 0-12-1-2-2-4-2-8Z"),
    part("light", "M46.5 52a4.4 5.4 0 1 0 8.4 0a4.4 5.4 0 1 0-8.4 0ZM57.1 52a4.4 5.4 0 1 0 8.4" +
      " 0a4.4 5.4 0 1 0-8.4 0Z"),
    part("ink", dot(51.5, 59.5, 1), dot(60.5, 59.5, 1)),
    part("shade", dot(45, 40, 1.6), dot(67, 40, 1.6), dot(56, 36, 1.6), dot(50.5, 37.5, 1),
      dot(61.5, 37.5, 1)),
  ],
};

export default [shepherd, minstrel, falconer, watchman, stargazer, dragon];
