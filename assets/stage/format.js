// Numbers and words as the stage prints them. Pure; the twin of specviz/figures/numbers.py (one table tests both).

/** A probability: `.502`, never rounded to a 0 or a 1 that it is not. */
export function prob(x) {
  if (x <= 0) return "0";
  if (x >= 1) return "1";
  if (x < 0.0005) return "<.001";
  if (x >= 0.9995) return ">.999";
  return x.toFixed(3).slice(1);
}

/** A quotient p/q: as `prob` below 1, then three significant digits. */
export function ratio(x) {
  if (x < 1) return prob(x);
  if (x >= 1000) return ">999";
  return x >= 100 ? String(Math.round(x)) : x.toFixed(x >= 10 ? 1 : 2);
}

/** A draw and the quotient it is compared with, in as many digits as it takes to tell them apart. */
export function apart(a, b) {
  let texts = [prob(a), ratio(b)];
  for (let places = 4; texts[0] === texts[1] && a !== b && places <= 8; places += 1)
    texts = [a, b].map((x) => x.toFixed(places).replace(/^0/, ""));
  return texts;
}

/** A time in the unit that leaves two or three digits. */
export function duration(seconds) {
  if (seconds <= 0) return "0";
  const [unit, scale] = seconds >= 1 ? ["s", 1] : seconds * 1e3 >= 1 ? ["ms", 1e3] : ["µs", 1e6];
  const value = seconds * scale;
  return `${value >= 100 ? Math.round(value) : value.toFixed(value >= 10 ? 1 : 2)} ${unit}`;
}

/** A template cut at its `{placeholders}`: a list of {text} and {name, text}. Values are never read as templates. */
export function parts(template, args) {
  return template
    .split(/\{(\w+)\}/)
    .map((piece, n) => {
      if (n % 2 === 0) return { text: piece };
      if (!(piece in args)) throw new Error(`no value for {${piece}} in “${template}”`);
      return { name: piece, text: String(args[piece]) };
    })
    .filter((part) => part.text !== "" || part.name);
}

/** A template filled in, as plain text. */
export function fill(template, args = {}) {
  return parts(template, args)
    .map((part) => part.text)
    .join("");
}

/** Columns a text takes in a fixed-width font: wide characters count two. */
export function cells(text) {
  let n = 0;
  for (const c of text) n += /\p{Mark}|\u200d/u.test(c) ? 0 : wide(c) ? 2 : 1;
  return n;
}

function wide(c) {
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
    c,
  );
}

/** `text`, or its beginning and … if it takes more than `room` columns. Characters are not cut in two. */
export function cut(text, room) {
  if (cells(text) <= room) return text;
  let out = "";
  let used = 1;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)) {
    used += Math.max(1, cells(segment));
    if (used > room) break;
    out += segment;
  }
  return `${out}…`;
}
