// The round's picture as a file: the SVG with the styles it has on screen written into it.

const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "text-decoration",
];

/** The picture as the text of an SVG file. */
export function svgText(picture, background) {
  const copy = picture.cloneNode(true);
  const from = picture.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((node, n) => {
    const style = getComputedStyle(from[n]);
    for (const name of STYLES) node.setAttribute(name, style.getPropertyValue(name));
    node.removeAttribute("class");
  });
  copy.removeAttribute("class");
  const box = picture.viewBox.baseVal;
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({
    x: -12,
    y: -12,
    width: box.width + 24,
    height: box.height + 24,
    fill: background,
  }))
    paper.setAttribute(name, value);
  copy.prepend(paper);
  copy.setAttribute("viewBox", `-12 -12 ${box.width + 24} ${box.height + 24}`);
  copy.setAttribute("width", box.width + 24);
  copy.setAttribute("height", box.height + 24);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

/** Offers a text to the reader as a file. */
export function offer(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
