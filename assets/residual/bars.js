// Three pictures of one position: what the draft proposes and the test keeps, what a rejection draws, what comes out.
// Every number comes from Python. A handle that is dragged or keyed only says where it wants to be; the pictures
// follow when Python has answered.

const NS = "http://www.w3.org/2000/svg";
const WIDTH = 380, HEIGHT = 268, BASE = 236, LEFT = 34, TALL = 212;
const PAUSE = 120; // ms between two reports of one movement
const live = new WeakMap();

export default function mount({ parentElement, data, setStateValue }) {
  const host = parentElement.querySelector(".specviz-bars");
  let bars = live.get(parentElement);
  if (!bars) live.set(parentElement, (bars = new Bars(host)));
  bars.send = (wish) => setStateValue("wish", wish);
  bars.show(data);
  return () => { bars.stop(); live.delete(parentElement); };
}

function node(tag, attributes = {}, text = null) {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== null) made.textContent = text;
  return made;
}

function html(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

class Bars {
  constructor(host) {
    this.host = host;
    this.count = 0;
    this.hot = 0;
    this.held = null; // the handle being dragged
    this.waiting = null;
    this.timer = 0;
  }

  stop() { clearTimeout(this.timer); }

  show(data) {
    this.data = data;
    this.x = (i) => LEFT + 8 + i * this.step;
    this.step = (WIDTH - LEFT - 10) / data.tokens.length;
    this.wide = Math.min(54, this.step * 0.72);
    if (!this.held) this.top = data.top; // the scale stands still under the finger
    const shape = JSON.stringify([data.tokens, data.editable, data.labels]);
    if (shape !== this.shape) this.build(shape);
    this.hot = Math.min(this.hot, data.tokens.length - 1);
    this.draw();
  }

  build(shape) {
    this.shape = shape;
    const { labels, tokens } = this.data;
    this.say = html("p", "say");
    this.say.setAttribute("aria-live", "polite");
    const three = html("div", "three");
    this.pictures = ["first", "second", "third"].map((name) => {
      const panel = html("section", "panel");
      const picture = node("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": labels[name] });
      picture.append(node("g"), node("g")); // bars, then handles
      const note = html("p", "");
      panel.append(html("h4", "", labels[name]), note, picture);
      three.append(panel);
      return { picture, note };
    });
    this.host.replaceChildren(this.say, three);
    this.handles = [];
    tokens.forEach((_, i) => { for (const law of ["q", "p"]) this.handles.push(this.handle(law, i)); });
    this.pictures[0].picture.lastChild.append(...this.handles.map((h) => h.element));
  }

  handle(law, token) {
    const editable = this.data.editable;
    const element = node("g", { class: `handle ${law}${editable ? "" : " fixed"}`, "data-law": law, "data-token": token });
    const one = { law, token, element, line: node("path"), dot: node("circle", { r: 6 }), name: node("text", { class: "name", "text-anchor": "middle" }, law), hit: node("rect", { class: "hit", height: 32 }) };
    element.append(one.line, one.name, one.dot, one.hit);
    if (!editable) return one;
    for (const [name, value] of Object.entries({ tabindex: 0, role: "slider", "aria-orientation": "vertical", "aria-valuemin": 0, "aria-valuemax": 100, "aria-label": `${law}(${this.data.tokens[token]})` })) element.setAttribute(name, value);
    element.addEventListener("focus", () => this.warm(token));
    element.addEventListener("keydown", (event) => this.key(event, one));
    element.addEventListener("pointerdown", (event) => this.grab(event, one));
    return one;
  }

  y(value) { return BASE - (value / this.top) * TALL; }

  value({ law, token }) { return this.data[law][token]; }

  warm(token) {
    if (this.hot !== token) { this.hot = token; this.draw(); }
  }

  key(event, one) {
    const now = Math.round(one.percent);
    const to = { ArrowUp: now + 1, ArrowRight: now + 1, ArrowDown: now - 1, ArrowLeft: now - 1, PageUp: now + 10, PageDown: now - 10, Home: 0, End: 100 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.wish(one, to);
  }

  grab(event, one) {
    event.preventDefault();
    one.element.focus({ preventScroll: true });
    const picture = this.pictures[0].picture;
    picture.setPointerCapture(event.pointerId);
    this.held = one;
    const move = (e) => {
      const box = picture.getBoundingClientRect();
      const height = ((e.clientY - box.top) * HEIGHT) / box.height;
      this.wish(one, Math.min(this.top, Math.max(0, (BASE - height) / TALL * this.top)) * 100);
    };
    const end = () => {
      for (const name of ["pointermove", "pointerup", "pointercancel"]) picture.removeEventListener(name, name === "pointermove" ? move : end);
      this.held = null;
      this.top = this.data.top;
      this.flush();
    };
    picture.addEventListener("pointermove", move);
    picture.addEventListener("pointerup", end);
    picture.addEventListener("pointercancel", end);
  }

  wish(one, percent) {
    one.percent = Math.max(0, Math.min(100, Math.round(percent)));
    this.place(one, one.percent / 100);
    this.waiting = { law: one.law, token: one.token, percent: one.percent };
    if (!this.timer) this.timer = setTimeout(() => this.flush(), PAUSE);
  }

  flush() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.waiting) return;
    this.count += 1;
    this.send({ ...this.waiting, n: this.count, rev: this.data.rev });
    this.waiting = null;
  }

  place(one, value) {
    const half = this.wide / 2, x = this.x(one.token) + (one.law === "p" ? half : 0), y = this.y(value);
    one.percent = value * 100;
    one.line.setAttribute("d", `M${x + 1} ${y}H${x + half - 1}`);
    one.dot.setAttribute("cx", x + half / 2);
    one.dot.setAttribute("cy", y);
    one.name.setAttribute("x", x + half / 2);
    one.name.setAttribute("y", y - 10);
    one.hit.setAttribute("x", x);
    one.hit.setAttribute("y", y - 16);
    one.hit.setAttribute("width", half);
    one.element.setAttribute("aria-valuenow", Math.round(value * 100));
    one.element.setAttribute("aria-valuetext", `${Math.round(value * 100)} %`);
  }

  draw() {
    const { tokens, labels, right } = this.data;
    this.pictures.forEach(({ picture, note }, i) => {
      note.textContent = labels[["first_note", "second_note", "third_note"][i]];
      picture.firstChild.replaceChildren(...this.axes());
    });
    const [first, second, third] = this.pictures.map((one) => one.picture.firstChild);
    const { accepted, rejected, replaced, lacking, emitted, p, off, text } = this.data;
    tokens.forEach((_, i) => {
      this.bar(first, i, 0, accepted[i], "kept");
      this.bar(first, i, accepted[i], accepted[i] + rejected[i], "fallen");
      this.bar(second, i, 0, replaced[i], right ? "resampled" : "wrong");
      if (!right) this.bar(second, i, 0, lacking[i], "lacking");
      if (replaced[i] > 0) this.number(second, i, Math.max(replaced[i], right ? 0 : lacking[i]), text.replaced[i]);
      this.bar(third, i, 0, accepted[i], "kept");
      this.bar(third, i, accepted[i], emitted[i], right ? "resampled" : "wrong");
      const x = this.x(i);
      third.append(node("path", { class: "goal", d: `M${x - 4} ${this.y(p[i])}h${this.wide + 8}` }));
      this.number(third, i, Math.max(emitted[i], p[i]), text.emitted[i], off[i] ? "off" : "");
    });
    for (const one of this.handles) if (one !== this.held) this.place(one, this.value(one));
    this.sentence();
  }

  sentence() {
    const [token, rest] = this.data.says[this.hot];
    this.say.replaceChildren(html("b", "", token), ` ${rest}`);
  }

  axes() {
    const lines = [];
    const every = this.top > 0.6 ? 0.2 : this.top > 0.3 ? 0.1 : 0.05;
    for (let v = 0; v <= this.top + 1e-9; v += every) {
      lines.push(node("path", { class: "grid", d: `M${LEFT} ${this.y(v)}H${WIDTH - 2}` }));
      lines.push(node("text", { class: "num dim", x: LEFT - 5, y: this.y(v) + 4, "text-anchor": "end", "font-size": 11 }, v ? (v > 0.999 ? "1" : v.toFixed(every < 0.1 ? 2 : 1).slice(1)) : "0"));
    }
    const defs = node("defs");
    for (const name of ["hatch", "hatch-wrong"]) {
      const pattern = node("pattern", { id: name, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${name === "hatch" ? 45 : -45})` });
      pattern.append(node("rect", { class: "stripes", width: 6, height: 6 }), node("path", { class: "stripe", d: "M0 0V6" }));
      defs.append(pattern);
    }
    const size = this.data.tokens.length > 5 ? 11.5 : 14;
    const names = this.data.tokens.map((token, i) => {
      const room = Math.max(3, Math.floor(this.step / (size * 0.62)));
      const name = node("text", { class: `tok${i === this.hot ? " hot" : ""}`, x: this.x(i) + this.wide / 2, y: BASE + 20, "text-anchor": "middle", "font-size": size }, token.length > room ? `${token.slice(0, room - 1)}…` : token);
      name.append(node("title", {}, token));
      name.addEventListener("pointerdown", () => this.warm(i));
      return name;
    });
    return [defs, ...lines, ...names];
  }

  bar(layer, i, from, to, kind) {
    if (to - from <= 1e-9) return;
    const made = node("rect", { class: kind, x: this.x(i), width: this.wide, y: this.y(to), height: this.y(from) - this.y(to) });
    made.addEventListener("pointerdown", () => this.warm(i));
    layer.append(made);
  }

  number(layer, i, above, text, kind = "") {
    layer.append(node("text", { class: `num ${kind}`, x: this.x(i) + this.wide / 2, y: this.y(above) - 7, "text-anchor": "middle", "font-size": this.data.tokens.length > 5 ? 10.5 : 12 }, text));
  }
}
