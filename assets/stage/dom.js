// Building elements. Text goes in as text nodes only: a token can hold anything, and nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg";

function build(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node[name] = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) node.append(child);
  return node;
}

/** An HTML element: el("span", {class: "chip"}, "text", child…). */
export function el(tag, attributes, ...children) {
  return build(document.createElement(tag), attributes, children);
}

/** An SVG element, the same way. */
export function svg(tag, attributes, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

/** Text that keeps to itself whatever its direction. */
export function isolated(text, attributes) {
  return el("bdi", attributes, text);
}

/** Replaces all children in one go. */
export function put(node, ...children) {
  node.replaceChildren(...children.filter((c) => c !== null && c !== undefined));
  return node;
}
