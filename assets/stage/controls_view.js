// Buttons, grain, speed, the step counter, and the list of keys.
import { el, patch, svg, write } from "./dom.js";
import { timelineView } from "./timeline_view.js";

const SPEEDS = [0.5, 1, 2, 4];
const ICONS = {
  round_back: "M4 3v10 M13 3l-7 5 7 5z",
  back: "M12 3l-8 5 8 5z",
  play: "M4 2l9 6-9 6z",
  pause: "M4.5 3v10 M11.5 3v10",
  step: "M4 3l8 5-8 5z",
  round: "M12 3v10 M3 3l7 5-7 5z",
  save: "M8 2v8 M4.5 7l3.5 3.5L11.5 7 M3 13.5h10",
};

export function controlsView(stage) {
  const button = (name, act) =>
    el(
      "button",
      {
        type: "button",
        title: stage.say(`stage.go.${name}`),
        "aria-label": stage.say(`stage.go.${name}`),
        onclick: act,
      },
      icon(name),
    );
  const play = button("play", () => stage.play());
  const buttons = el(
    "div",
    { class: "buttons" },
    button("round_back", () => stage.goRound(-1)),
    button("back", () => stage.go(-1)),
    play,
    button("step", () => stage.go(1)),
    button("round", () => stage.goRound(1)),
  );
  const grain = choice(
    stage.say("stage.grain"),
    ["token", "verdict", "pass", "commit", "round"].map((g) => [g, stage.say(`stage.grain.${g}`)]),
    (g) => stage.setGrain(g),
  );
  const speed = choice(
    stage.say("stage.speed"),
    SPEEDS.map((s) => [String(s), `${s}×`]),
    (s) => stage.set({ speed: Number(s) }),
  );
  const help = el(
    "button",
    {
      type: "button",
      class: "help-button",
      title: stage.say("stage.help"),
      "aria-label": stage.say("stage.help"),
      onclick: () => stage.toggleHelp(),
    },
    "?",
  );
  const save = el(
    "button",
    {
      type: "button",
      title: stage.say("stage.save"),
      "aria-label": stage.say("stage.save"),
      onclick: () => stage.save(),
    },
    icon("save"),
  );
  const where = el("div", { class: "place" });
  const timeline = timelineView(stage);
  const node = el(
    "section",
    { class: "panel controls" },
    buttons,
    timeline.node,
    where,
    el("div", { class: "options" }, grain, speed, save, help),
  );
  return {
    node,
    width: () => timeline.node.clientWidth,
    update(scene) {
      const word = stage.say(stage.playing ? "stage.go.pause" : "stage.go.play");
      patch(play, icon(stage.playing ? "pause" : "play"));
      play.title = word;
      play.setAttribute("aria-label", word);
      play.classList.toggle("on", stage.playing);
      grain.value = stage.grain;
      speed.value = String(stage.speed);
      write(where, scene.r ? here(scene, stage) : "");
      timeline.update(scene);
    },
  };
}

function here(scene, stage) {
  return stage.say("stage.now", {
    round: scene.R + 1,
    what: stage.say(`stage.what.${scene.kind}`, { i: scene.index + 1 }),
    at: scene.at + 1,
    all: stage.payload.steps.length,
  });
}

function icon(name) {
  return svg(
    "svg",
    { class: `icon ${name}`, viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
    svg("path", { d: ICONS[name] }),
  );
}

function choice(label, options, act) {
  const select = el(
    "select",
    { "aria-label": label, title: label },
    ...options.map(([value, words]) => el("option", { value }, words)),
  );
  select.onchange = () => act(select.value);
  return select;
}

/** The overlay that lists the keys. */
export function helpView(stage) {
  const keys = [
    ["← →", "step"],
    ["⇧← ⇧→", "round"],
    ["↑ ↓", "chips"],
    ["Space", "play"],
    ["Home End", "ends"],
    ["− +", "grain"],
    ["?", "help"],
  ];
  const close = el("button", { type: "button", onclick: () => stage.toggleHelp() }, stage.say("stage.help.close"));
  return el(
    "div",
    { class: "help", role: "dialog", "aria-label": stage.say("stage.help"), hidden: true },
    el("h3", {}, stage.say("stage.help")),
    el(
      "dl",
      {},
      ...keys.flatMap(([key, name]) => [
        el("dt", {}, ...key.split(" ").map((k) => el("kbd", {}, k))),
        el("dd", {}, stage.say(`stage.help.${name}`)),
      ]),
    ),
    el("p", { class: "note" }, stage.say("stage.help.focus")),
    close,
  );
}
