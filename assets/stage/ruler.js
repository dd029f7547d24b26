// Two number lines from 0 to 1: the ruler on which u meets its threshold, and the cumulative line a token is drawn on.
import { cut, prob } from "./format.js";
import { svg } from "./dom.js";

const PAD = 12;

/** `u` against min(1, p/q): left of the threshold accepts, right of it rejects. */
export function ruler(width, u, threshold, accepted, words) {
  const x = scale(width);
  const th = Math.min(1, threshold);
  const zone = (from, to, cls) =>
    to > from ? svg("rect", { x: x(from), y: 24, width: x(to) - x(from), height: 16, class: cls }) : null;
  const label = (from, to, text, cls) =>
    x(to) - x(from) > 54 ? svg("text", { x: (x(from) + x(to)) / 2, y: 36, class: `zone-word ${cls}` }, text) : null;
  return svg(
    "svg",
    { class: "picture ruler", width, height: 62, viewBox: `0 0 ${width} 62`, role: "img", "aria-label": words.alt },
    zone(0, th, "zone accepted"),
    zone(th, 1, "zone rejected"),
    label(0, th, words.accept, "accepted"),
    label(th, 1, words.reject, "rejected"),
    svg("line", { x1: x(th), x2: x(th), y1: 20, y2: 46, class: "threshold" }),
    svg("text", { x: x(th), y: 58, class: "under", "text-anchor": anchor(th) }, `min(1, p/q) = ${prob(th)}`),
    end(x(0), "0", th > 0.3),
    end(x(1), "1", th < 0.7),
    marker(x, u, accepted ? "accepted" : "rejected"),
  );
}

/** Where `u` falls on the cumulative line of a law, in id order; `pieces` are {start, mass, text, hit}. */
export function line(width, u, pieces, alt) {
  const x = scale(width);
  const bars = pieces
    .filter((s) => s.mass > 0)
    .map((s) => {
      const w = Math.max(1, x(s.start + s.mass) - x(s.start));
      return svg(
        "g",
        { class: `piece ${s.hit ? "hit" : ""}` },
        svg("rect", { x: x(s.start), y: 24, width: w, height: 18, class: "mass" }),
        w > 26
          ? svg("text", { x: x(s.start) + w / 2, y: 37, class: "tok" }, cut(s.text, Math.floor((w - 4) / 6.8)))
          : null,
      );
    });
  return svg(
    "svg",
    { class: "picture line", width, height: 58, viewBox: `0 0 ${width} 58`, role: "img", "aria-label": alt },
    svg("rect", { x: x(0), y: 24, width: x(1) - x(0), height: 18, class: "base" }),
    ...bars,
    end(x(0), "0", true),
    end(x(1), "1", true),
    marker(x, u, "draw"),
  );
}

function scale(width) {
  return (v) => PAD + (width - 2 * PAD) * v;
}

function end(x, text, wanted) {
  return wanted ? svg("text", { x, y: 56, class: "under" }, text) : null;
}

function anchor(v) {
  return v > 0.75 ? "end" : v < 0.25 ? "start" : "middle";
}

/** The draw: a marker that comes down on the line. */
function marker(x, u, cls) {
  const side = u > 0.86 ? -9 : 9;
  return svg(
    "g",
    { class: `marker ${cls}` },
    svg("path", { d: `M${x(u)},20 l-6,-11 h12 z` }),
    svg("line", { x1: x(u), x2: x(u), y1: 18, y2: 44 }),
    svg("text", { x: x(u) + side, y: 16, "text-anchor": side < 0 ? "end" : "start" }, `u = ${prob(u)}`),
  );
}
