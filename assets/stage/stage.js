// The stage: holds the trace, the place in it and the views, and answers keys. All drawing is in the views.
import { facts, ownKind } from "./chips.js";
import { clockView } from "./clock_view.js";
import { controlsView, helpView, otherGrain } from "./controls_view.js";
import { el, isolated, put } from "./dom.js";
import { fill, parts } from "./format.js";
import { ledgerView } from "./ledger_view.js";
import { microView } from "./micro_view.js";
import { arrive, indexOf, move, moveRound, place } from "./navigation.js";
import { Predictions } from "./predict.js";
import { rowsView } from "./rows_view.js";
import { offer, svgText } from "./save.js";
import { activeRow, fates, focus, ownKnown, plan } from "./scene.js";
import { sayView } from "./say_view.js";
import { textView } from "./text_view.js";

const REPORT_AFTER = 1000;
const PACE = 900;

export class Stage {
  /** `host` is emptied and drawn into; `report(place)` is told where the reader stands, after a pause. */
  constructor(host, report) {
    this.host = host;
    this.send = report;
    this.payload = null;
    this.at = 0;
    this.grain = "verdict";
    this.mode = "stream";
    this.mask = false;
    this.speed = 1;
    this.playing = null;
    this.reports = 0;
    this.reported = "";
    this.say = (key, args = {}) => fill(this.payload.words[key], args);
    this.root = el("div", { class: "stage", tabindex: "0", role: "group" });
    this.root.onkeydown = (event) => this.key(event);
    put(host, this.root);
    this.watch = new ResizeObserver(() => this.measure());
    this.watch.observe(this.root);
  }

  /** Shows `payload`, at the place that follows from what was shown before, else at `wanted` {round, step, grain}. */
  load(payload, wanted) {
    const old = this.payload;
    this.stop();
    this.at = arrive(old, this.at, payload, wanted);
    this.payload = payload;
    this.greedy = payload.greedy;
    if (!old || old.rev !== payload.rev) this.grain = wanted.grain;
    this.plans = new Map();
    if (!old || old.rev !== payload.rev || old.questions.length !== payload.questions.length) this.predictions = new Predictions(payload.questions);
    this.build();
    this.measure(true);
    this.reported = JSON.stringify(this.here());
    if (this.at !== indexOf(payload.steps, wanted)) { this.reported = ""; this.later(); }
  }

  /** What is reported: the place, the grain and the trace they are about. */
  here() {
    return { ...place(this.payload.steps, this.at), grain: this.grain, rev: this.payload.rev };
  }

  build() {
    const focused = this.root.getRootNode().activeElement === this.root;
    this.root.setAttribute("aria-label", this.say("stage.name"));
    this.tip = el("div", { class: "tip", role: "tooltip", hidden: true });
    this.help = helpView(this);
    this.views = { text: textView(this), say: sayView(this), rows: rowsView(this), ledger: ledgerView(this), micro: microView(this), clock: clockView(this), controls: controlsView(this) };
    const v = this.views;
    put(this.root,
      v.text.node, v.say.node,
      el("div", { class: "body" }, v.rows.node, v.micro.node, v.ledger.node, v.clock.node), v.controls.node, this.help, this.tip);
    v.text.node.onpointerover = (event) => this.hover(event.target);
    v.text.node.addEventListener("focusin", (event) => this.hover(event.target));
    v.text.node.onpointerout = () => { this.tip.hidden = true; };
    v.text.node.addEventListener("focusout", () => { this.tip.hidden = true; });
    v.text.node.onclick = (event) => this.visit(event.target);
    if (focused) this.root.focus();
  }

  measure(fresh = false) {
    if (!this.payload) return;
    const inner = (node) => Math.max(120, node.clientWidth - parseFloat(getComputedStyle(node).paddingLeft) - parseFloat(getComputedStyle(node).paddingRight));
    const { rows, micro, ledger, controls } = this.views;
    const widths = { rows: inner(rows.node), micro: inner(micro.node), cells: ledger.node.querySelector(".cells").clientWidth, timeline: controls.node.querySelector(".timeline").clientWidth };
    if (!fresh && JSON.stringify(widths) === JSON.stringify(this.widths)) return;
    this.widths = widths;
    this.draw(fresh);
  }

  /** All that the views draw from. Behind an open question stands the step before. */
  scene(fresh) {
    const { steps, rounds, stream, words } = this.payload;
    if (!steps.length) return { at: 0, r: null, fresh, fate: "", sentence: this.say("stage.empty"), parts: [{ text: this.say("stage.empty") }], fates: [] };
    const question = this.predictions.pending(this.at);
    const verdict = this.predictions.answered(this.at);
    const at = question ? this.at - 1 : this.at;
    const [R, kind, index, , key, args] = steps[at];
    const r = rounds[R];
    if (!this.plans.has(R)) this.plans.set(R, plan(r, stream));
    const said = question ? parts(words[question.key], question.args) : verdict ? parts(words[verdict.why], verdict.args) : parts(words[key], args);
    const own = ownKnown(r, kind, index);
    return {
      at: this.at, step: steps[at], R, r, kind, index, fresh, plan: this.plans.get(R), fates: fates(r, kind, index), own, focus: focus(r, kind, index),
      activeRow: activeRow(r, kind, index), decided: kind === "commit" || kind === "repair" || kind === "emit", question,
      verdict: verdict && { right: verdict.chosen === verdict.answer }, parts: said, sentence: said.map((part) => part.text).join(""),
      fate: kind === "judge" ? r.cands[index].fate : kind === "emit" ? ownKind(r) : kind,
    };
  }

  draw(fresh = false) {
    const scene = this.scene(fresh);
    const after = Object.values(this.views).map((view) => view.update(scene));
    for (const scroll of after) scroll?.(); // scrolling needs the layout: once, when everything stands
    this.root.dataset.step = scene.kind ? `${scene.R}:${scene.kind}:${scene.index}` : "";
    this.root.classList.toggle("predicting", this.payload.questions.length > 0);
  }

  to(at) {
    if (at === this.at) return;
    this.at = at;
    this.tip.hidden = true;
    this.draw();
  }

  /** One stop on; an open question is answered first. */
  go(by) {
    this.stop();
    if (by > 0 && this.predictions.pending(this.at)) return this.views.say.node.querySelector(".choices button").focus();
    this.to(this.ahead(by));
    return this.later();
  }

  /** The next stop, or the first open question on the way to it. */
  ahead(by) {
    const stop = move(this.payload.steps, this.at, this.grain, by);
    for (let i = this.at + 1; i < stop; i += 1) if (this.predictions.pending(i)) return i;
    return stop;
  }

  answer(choice) {
    if (!this.predictions.pending(this.at)) return;
    this.predictions.answer(this.at, choice);
    this.draw();
    this.root.focus();
  }

  goRound(by) { this.stop(); this.to(moveRound(this.payload.steps, this.at, this.grain, by)); this.later(); }
  goEnd(last) { this.stop(); this.to(last ? Math.max(0, this.payload.steps.length - 1) : 0); this.later(); }
  /** The page asks for another place. */
  goTo(wanted) {
    this.stop();
    this.grain = wanted.grain;
    this.at = indexOf(this.payload.steps, wanted);
    this.reported = JSON.stringify(this.here());
    this.draw();
  }

  scrub(at) { this.stop(); this.to(at); }

  play() {
    if (this.playing) { this.stop(); this.draw(); this.later(); return; }
    clearTimeout(this.timer);
    if (this.at >= this.payload.steps.length - 1) this.to(0);
    const tick = () => {
      this.to(this.ahead(1));
      if (this.at >= this.payload.steps.length - 1 || this.predictions.pending(this.at)) { this.stop(); this.draw(); this.later(); }
      else this.playing = setTimeout(tick, PACE / this.speed);
    };
    this.playing = setTimeout(tick, PACE / this.speed / 2);
    this.draw();
  }

  stop() { clearTimeout(this.playing); this.playing = null; }

  setMode(mode) { this.mode = mode; this.draw(); }
  setMask(mask) { this.mask = mask; this.draw(); }
  setSpeed(speed) { this.speed = speed; this.draw(); }
  setGrain(grain) { this.grain = grain; this.draw(); this.later(); }
  toggleHelp() {
    this.help.hidden = !this.help.hidden;
    (this.help.hidden ? this.root : this.help.querySelector("button")).focus();
  }

  save() {
    const paper = getComputedStyle(this.views.rows.node).backgroundColor;
    offer(`specviz-round-${(this.payload.steps[this.at]?.[0] ?? 0) + 1}.svg`, svgText(this.views.rows.picture, paper), "image/svg+xml");
  }

  later() { clearTimeout(this.timer); this.timer = setTimeout(() => this.report(), REPORT_AFTER); }

  /** Tells where the reader stands, once per place. */
  report() {
    clearTimeout(this.timer);
    const here = this.here();
    const key = JSON.stringify(here);
    if (key === this.reported) return;
    this.reported = key;
    this.reports += 1;
    this.send({ ...here, count: this.reports });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
    const onButton = event.target.tagName === "BUTTON";
    const acts = {
      ArrowRight: () => (event.shiftKey ? this.goRound(1) : this.go(1)),
      ArrowLeft: () => (event.shiftKey ? this.goRound(-1) : this.go(-1)),
      Home: () => this.goEnd(false),
      End: () => this.goEnd(true),
      "?": () => this.toggleHelp(),
      "+": () => this.setGrain(otherGrain(this.grain, 1)),
      "-": () => this.setGrain(otherGrain(this.grain, -1)),
      ...(this.predictions.pending(this.at) && /^[1-9]$/.test(event.key) ? { [event.key]: () => this.answer(Number(event.key) - 1) } : {}),
      ...(onButton ? {} : { " ": () => this.play() }),
      ...(this.help.hidden ? {} : { Escape: () => this.toggleHelp() }),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    acts[event.key]();
  }

  hover(target) {
    const button = target.closest?.("[data-place]");
    if (!button) return;
    const lines = facts(this.payload, this.say, button.dataset.place.split(",").map(Number));
    put(this.tip, isolated(lines[0], { class: "tok" }), ...lines.slice(1).filter(Boolean).map((text) => el("span", {}, text)));
    this.tip.hidden = false;
    const [box, here] = [this.root.getBoundingClientRect(), button.getBoundingClientRect()];
    const zoom = box.width / this.root.offsetWidth;
    this.tip.style.left = `${Math.max(4, Math.min((here.left - box.left) / zoom, this.root.offsetWidth - this.tip.offsetWidth - 4))}px`;
    this.tip.style.top = `${(here.bottom - box.top) / zoom + 6}px`;
  }

  /** A click on a chip goes to where it was decided. */
  visit(target) {
    const button = target.closest?.("[data-place]");
    if (!button) return;
    const [r, i] = button.dataset.place.split(",").map(Number);
    const { steps, rounds } = this.payload;
    const kind = i >= rounds[r].cands.length ? "emit" : "judge";
    const found = steps.findIndex((s) => s[0] === r && s[1] === kind && (kind === "emit" || s[2] === i));
    this.stop();
    this.to(found >= 0 ? found : steps.findIndex((s) => s[0] === r && s[1] === "commit"));
    this.root.focus();
    this.later();
  }

  destroy() { this.stop(); clearTimeout(this.timer); this.watch.disconnect(); }
}
