// Pixels of the rows picture: its lanes from top to bottom, its columns from left to right, and which of them fit. Pure.

/** Top and height of each lane. */
export const Y = {
  own: 0,
  ownH: 24,
  verdict: 29,
  verdictH: 39,
  rows: 106,
  rowsH: 24,
  pass: 138,
  passH: 25,
  input: 171,
  inputH: 26,
  label: 210,
};
export const HEIGHT = 215;

/**
 * The part [from, to) of `count` columns to show when there is room for `room`, so that `focus` and its left
 * neighbour are in it. Windows are pages that overlap by three, so the picture stays put within a page.
 */
export function pageAround(count, room, focus) {
  if (count <= room) return [0, count];
  const stride = Math.max(1, room - 3);
  const from = Math.min(Math.floor(Math.max(0, focus - 1) / stride) * stride, count - room);
  return [from, from + room];
}

/** The columns for a width: label column, the page shown, column and box width, and characters that fit in a box. */
export function rowsLayout(width, columns, focused) {
  const label = width >= 460 ? 74 : 0;
  const room = Math.max(4, Math.floor((width - label) / (width >= 460 ? 51 : 54)));
  const [from, to] = pageAround(columns, room, focused);
  const step = Math.min(104, (width - label) / (to - from));
  const box = Math.max(20, step - Math.max(5, Math.min(12, step * 0.1)));
  const x = (col) => label + (col - from + 0.5) * step;
  const inside = (col) => col >= from && col < to;
  const chars = Math.floor((box - 6) / 7.3);
  return { label, from, to, step, box, x, inside, chars };
}
