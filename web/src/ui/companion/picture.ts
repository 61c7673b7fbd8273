// picture.ts - the score sheet of an evening drawn as a picture, to be sent: the names, the rounds,
// the totals and their curve, in the colours of the page.
import type { SeatInfo } from "../../link/messages";
import { COLOUR_NAMES } from "../../game/cards";
import type { Result } from "../../state/evenings";
import { curveOf } from "../scores/curve";
import { seatColour, seatName } from "../seat-name";

const WIDTH = 1080;
const EDGE = 60;
const LINE = 64;
const CURVE = 420;

export async function drawPicture(
  title: string,
  result: Result,
  seats: readonly SeatInfo[],
): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  const rows = result.sheet.length + 2;
  canvas.width = WIDTH;
  canvas.height = EDGE * 3 + LINE * (rows + 1) + CURVE;
  const pen = canvas.getContext("2d");
  if (pen === null) return null;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const columnOf = (seat: number) =>
    EDGE + 120 + ((seat + 0.5) * (WIDTH - 2 * EDGE - 120)) / seats.length;
  const columnWidth = (WIDTH - 2 * EDGE - 140) / seats.length;
  const font = (size: number, weight = 400) => {
    pen.font = `${weight} ${size}px ${style.getPropertyValue("--font")}`;
  };
  const write = (text: string, x: number, y: number, width = WIDTH) =>
    pen.fillText(text, x, y, width);

  pen.fillStyle = colour("page");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.textBaseline = "middle";
  pen.fillStyle = colour("accent");
  font(48, 700);
  write(title, EDGE, EDGE + 10, WIDTH - 2 * EDGE);
  let y = EDGE * 2 + LINE;
  pen.textAlign = "center";
  pen.fillStyle = colour("ink");
  font(34, 600);
  seats.forEach((_, seat) => {
    pen.fillStyle = colour(`card-${COLOUR_NAMES[seatColour(seats, seat)]}`);
    pen.fillRect(columnOf(seat) - 40, y + 24, 80, 9);
    pen.fillStyle = colour("ink");
    write(seatName(seats, seat), columnOf(seat), y, columnWidth);
  });
  font(36);
  result.sheet.forEach((scores, i) => {
    y += LINE;
    pen.fillStyle = colour("ink-soft");
    write(String(i + 1), EDGE + 30, y);
    pen.fillStyle = colour("ink");
    scores.forEach((score, seat) => write(String(score), columnOf(seat), y, columnWidth));
  });
  y += LINE;
  pen.fillStyle = colour("line");
  pen.fillRect(EDGE, y - LINE / 2, WIDTH - 2 * EDGE, 3);
  font(44, 700);
  result.totals.forEach((total, seat) => {
    pen.fillStyle = colour(result.standing.leaders.includes(seat) ? "good" : "ink");
    write(String(total), columnOf(seat), y, columnWidth);
  });

  const top = y + LINE;
  const curve = curveOf(result.sheet, seats.length, WIDTH - 2 * EDGE, CURVE - LINE);
  curve.lines.forEach((line, seat) => {
    pen.beginPath();
    line.forEach((point) => pen.lineTo(EDGE + point.x, top + point.y));
    pen.lineWidth = 9;
    pen.lineJoin = "round";
    pen.strokeStyle = colour(`card-${COLOUR_NAMES[seatColour(seats, seat)]}`);
    pen.stroke();
  });
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
