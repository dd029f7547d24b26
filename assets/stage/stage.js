// The stage: holds the trace, the place in it and the views, and moves through it. All drawing is in the views.
import { clockView } from "./clock_view.js";
import { controlsView, helpView } from "./controls_view.js";
import { el, put } from "./dom.js";
import { fill } from "./format.js";
import { actionOf } from "./keys.js";
import { ledgerView } from "./ledger_view.js";
import { microView } from "./micro_view.js";
import { arrive, indexOf, move, moveRound, place } from "./navigation.js";
import { Predictions } from "./predict.js";
import { rowsView } from "./rows_view.js";
import { offer, svgText } from "./save.js";
import { sayView } from "./say_view.js";
import { sceneAt } from "./scene.js";
import { textView } from "./text_view.js";
import { neighbour, tipFor } from "./tip.js";

const REPORT_AFTER = 1000; // milliseconds of rest before the place is reported
const PACE = 900; // milliseconds per step at speed 1

export class Stage {
  /** `host` is emptied and drawn into; `report(place)` is told where the reader stands, after a rest. */
  constructor(host, report) {
    Object.assign(this, {
      send: report,
      payload: null,
      at: 0,
      grain: "verdict",
      mode: "stream",
      mask: false,
      speed: 1,
    });
    Object.assign(this, { playing: null, timer: null, reports: 0, reported: "" });
    this.say = (key, args = {}) => fill(this.payload.words[key], args);
    this.root = el("div", { class: "stage", tabindex: "0", role: "group", onkeydown: (event) => this.key(event) });
    put(host, this.root);
    this.watch = new ResizeObserver(() => this.measure());
    this.watch.observe(this.root);
  }

  /** Shows `payload`, at the place that follows from what was shown before, else at `wanted` {round, step, grain}. */
  load(payload, wanted) {
    const old = this.payload;
    const other = !old || old.rev !== payload.rev;
    this.stop();
    this.at = arrive(old, this.at, payload, wanted);
    this.payload = payload;
    this.greedy = payload.greedy;
    this.plans = new Map();
    if (other) this.grain = wanted.grain;
    if (other || old.questions.length !== payload.questions.length)
      this.predictions = new Predictions(payload.questions);
    this.build();
    this.measure(true);
    this.reported = JSON.stringify(this.here());
    if (this.at !== indexOf(payload.steps, wanted)) this.later(true);
  }

  build() {
    const focused = this.root.getRootNode().activeElement === this.root;
    this.root.setAttribute("aria-label", this.say("stage.name"));
    this.root.lang = this.payload.lang;
    this.root.classList.toggle("predicting", this.payload.questions.length > 0);
    const v = {
      text: textView(this),
      say: sayView(this),
      rows: rowsView(this),
      micro: microView(this),
      ledger: ledgerView(this),
      clock: clockView(this),
      controls: controlsView(this),
    };
    this.views = v;
    this.help = helpView(this);
    this.tip = tipFor(v.text.node, this);
    const body = el("div", { class: "body" }, v.rows.node, v.micro.node, v.ledger.node, v.clock.node);
    put(this.root, v.text.node, v.say.node, body, v.controls.node, this.help, this.tip.node);
    if (focused) this.root.focus();
  }

  /** Reads the widths the pictures are drawn for; draws if one has changed. Outside the page there are none yet. */
  measure(fresh = false) {
    if (!this.payload || !this.root.isConnected) return;
    const { rows, micro, ledger, controls } = this.views;
    const inner = ({ node }) => {
      const style = getComputedStyle(node);
      return Math.max(120, node.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight));
    };
    const widths = { rows: inner(rows), micro: inner(micro), cells: ledger.width(), timeline: controls.width() };
    if (!fresh && JSON.stringify(widths) === JSON.stringify(this.widths)) return;
    this.widths = widths;
    this.draw(fresh);
  }

  draw(fresh = false) {
    const scene = { ...sceneAt(this.payload, this.at, this.predictions, this.plans), fresh };
    this.scrolls = Object.values(this.views).map((view) => view.update(scene));
    cancelAnimationFrame(this.frame); // scrolling needs the layout, and the browser makes it with the frame anyway
    this.frame = requestAnimationFrame(() => this.scrolls.forEach((scroll) => scroll?.()));
    this.root.classList.toggle("eager", scene.r?.repair === "eager");
    this.root.dataset.step = scene.r ? `${scene.R}:${scene.kind}:${scene.index}` : "";
  }

  /** Changes how things are shown, not where the reader stands. */
  set(change) {
    Object.assign(this, change);
    this.draw();
  }

  setGrain(grain) {
    this.set({ grain });
    this.later();
  }

  /** Stands at step `at`. */
  to(at) {
    if (at === this.at) return;
    this.at = at;
    this.tip.hide();
    this.draw();
  }

  /** One stop on; an open question is answered first. */
  go(by) {
    this.stop();
    if (by > 0 && this.asking()) this.views.say.focus();
    else this.to(this.ahead(by));
    this.later();
  }

  goRound(by) {
    this.stop();
    this.to(moveRound(this.payload.steps, this.at, this.grain, by));
    this.later();
  }

  goEnd(last) {
    this.stop();
    this.to(last ? Math.max(0, this.payload.steps.length - 1) : 0);
    this.later();
  }

  scrub(at) {
    this.stop();
    this.to(at);
  }

  visit(at) {
    this.scrub(at);
    this.root.focus();
    this.later();
  }

  /** The focus goes to the next or previous chip of the text. */
  walk(from, by) {
    neighbour(from, by)?.focus();
  }

  /** The page asks for another place. */
  goTo(wanted) {
    this.stop();
    this.at = indexOf(this.payload.steps, wanted);
    this.set({ grain: wanted.grain });
    this.reported = JSON.stringify(this.here());
  }

  /** The next stop, or the first open question on the way to it. */
  ahead(by) {
    const stop = move(this.payload.steps, this.at, this.grain, by);
    for (let i = this.at + 1; i < stop; i += 1) if (this.predictions.pending(i)) return i;
    return stop;
  }

  asking() {
    return this.predictions.pending(this.at) !== null;
  }

  answer(choice) {
    if (!this.asking()) return;
    this.predictions.answer(this.at, choice);
    this.draw();
    this.root.focus();
  }

  /** Plays from here, from the start if here is the end; pauses if playing. Ends at the end and at a question. */
  play() {
    clearTimeout(this.timer);
    if (this.playing) return this.pause();
    const last = this.payload.steps.length - 1;
    if (this.at >= last) this.to(0);
    const tick = () => {
      this.to(this.ahead(1));
      if (this.at >= last || this.asking()) this.pause();
      else this.playing = setTimeout(tick, PACE / this.speed);
    };
    this.playing = setTimeout(tick, PACE / this.speed / 2);
    return this.draw();
  }

  pause() {
    this.stop();
    this.draw();
    this.later();
  }

  stop() {
    clearTimeout(this.playing);
    this.playing = null;
  }

  /** What is reported: the place, the grain and the trace they are about. */
  here() {
    return { ...place(this.payload.steps, this.at), grain: this.grain, rev: this.payload.rev };
  }

  /** Reports after a rest; with `anyway` even a place the page knows already. */
  later(anyway = false) {
    if (anyway) this.reported = "";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.report(), REPORT_AFTER);
  }

  /** Tells where the reader stands, once per place. The count makes every report a new one. */
  report() {
    clearTimeout(this.timer);
    const here = JSON.stringify(this.here());
    if (here === this.reported) return;
    this.reported = here;
    this.reports += 1;
    this.send({ ...this.here(), count: this.reports });
  }

  key(event) {
    const act = actionOf(event, this);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  toggleHelp() {
    this.help.hidden = !this.help.hidden;
    (this.help.hidden ? this.root : this.help.querySelector("button")).focus();
  }

  /** Offers the picture of this round as a file. */
  save() {
    const round = (this.payload.steps[this.at]?.[0] ?? 0) + 1;
    const paper = getComputedStyle(this.views.rows.node).backgroundColor;
    offer(`specviz-round-${round}.svg`, svgText(this.views.rows.picture, paper), "image/svg+xml");
  }

  destroy() {
    this.stop();
    clearTimeout(this.timer);
    this.watch.disconnect();
  }
}
