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
  node.replaceChildren(...children.filter(given));
  return node;
}

/** The same, but what is there already and equal stays, so that the browser lays out and paints only what differs. */
export function patch(node, ...children) {
  const have = [...node.childNodes];
  const wanted = children.filter(given);
  wanted.forEach((child, n) => {
    if (!have[n]) node.append(child);
    else if (!became(have[n], child)) have[n].replaceWith(child);
  });
  for (const extra of have.slice(wanted.length)) extra.remove();
}

/** Sets the text of an element that holds nothing else, if it is another. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function given(child) {
  return child !== null && child !== undefined;
}

/** Makes `old` equal to `fresh`, a node or a text; false where they are of different kinds. Handlers are not compared. */
function became(old, fresh) {
  const text = typeof fresh === "string" ? fresh : fresh.nodeType === Node.TEXT_NODE ? fresh.data : null;
  if (text !== null || old.nodeType === Node.TEXT_NODE) {
    if (text === null || old.nodeType !== Node.TEXT_NODE) return false;
    if (old.data !== text) old.data = text;
    return true;
  }
  if (old.nodeName !== fresh.nodeName) return false;
  if (old.isEqualNode(fresh)) return true;
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  patch(old, ...fresh.childNodes);
  return true;
}
