// The sentence of a step, read aloud as it changes; with predict-first, the question in its place and the choices.
import { GLYPH } from "./chips.js";
import { el, isolated, put, write } from "./dom.js";

export function sayView(stage) {
  const sentence = el("p", { class: "sentence", "aria-live": "polite" });
  const badge = el("span", { class: "badge", "aria-hidden": "true" });
  const choices = el("span", { class: "choices", role: "group", "aria-label": stage.say("stage.predict") });
  const node = el("section", { class: "panel say" }, badge, sentence, choices);
  let asked = null;
  return {
    node,
    focus: () => choices.querySelector("button").focus(),
    update(scene) {
      const { question, right } = scene;
      put(
        sentence,
        right === true || right === false
          ? el(
              "b",
              { class: right ? "right" : "wrong" },
              stage.say(`stage.predict.${right ? "right" : "wrong"}`),
              " ",
            )
          : null,
        ...scene.parts.map((part) => (part.name ? isolated(part.text, { class: `arg ${part.name}` }) : part.text)),
      );
      const fate = question ? "question" : scene.fate;
      badge.className = `badge ${fate}`;
      write(badge, question ? "?" : (GLYPH[fate] ?? ""));
      if (question === asked && !scene.fresh) return;
      asked = question;
      put(
        choices,
        ...(question?.options ?? []).map((option, n) =>
          el(
            "button",
            { type: "button", onclick: () => stage.answer(n) },
            el("kbd", { "aria-hidden": "true" }, String(n + 1)),
            ` ${option}`,
          ),
        ),
      );
    },
  };
}
