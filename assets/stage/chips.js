// A token as a chip: its text, its fate as glyph, colour and line style, and what to say about it.
import { el, isolated } from "./dom.js";
import { prob } from "./format.js";
import { ownKind, rowName } from "./scene.js";

export const GLYPH = {
  accepted: "✓",
  rejected: "✗",
  unjudged: "·",
  replacement: "↺",
  bonus: "★",
  plain: "",
  proposed: "",
  waiting: "",
  prompt: "",
};

/** A chip. `place` is [round, candidate index] (index n = the target's own token), or [PROMPT, index]. */
export function chip(text, fate, say, place, live = false) {
  const joined = text === "‿" ? " joined" : "";
  const body =
    fate === "prompt"
      ? edges(text)
      : [isolated(text), GLYPH[fate] ? el("i", { "aria-hidden": "true" }, GLYPH[fate]) : null];
  return el(
    "button",
    {
      type: "button",
      class: `chip ${fate}${joined}`,
      tabindex: live ? "0" : "-1",
      "data-place": place.join(","),
      "aria-label": `${text} ${say(`stage.fate.${fate}`)}`,
    },
    ...body,
  );
}

/** In the place of a round: a token of the prompt. */
export const PROMPT = -1;

/** A prompt token reads as text: its blanks step back. */
function edges(text) {
  const [, left, core, right] = /^(␣*)(.*?)(␣*)$/s.exec(text);
  return [
    left ? el("span", { class: "blank" }, left) : null,
    isolated(core),
    right ? el("span", { class: "blank" }, right) : null,
  ];
}

/** The lines of a chip's tooltip. */
export function facts(payload, say, [r, i]) {
  if (r === PROMPT)
    return [
      payload.stream[i],
      say("stage.tip", { pos: i, id: payload.prompt_ids[i], fate: say("stage.fate.prompt") }),
    ];
  const round = payload.rounds[r];
  const own = i >= round.cands.length;
  const c = own ? round.own : round.cands[i];
  const pos = round.t + (own ? round.m : i);
  const lines = [say("stage.tip", { pos, id: c.id, fate: say(`stage.fate.${own ? ownKind(round) : c.fate}`) })];
  const numbers = [];
  if (c.row !== undefined && c.row !== null) numbers.push(rowName(c.row));
  if (c.p !== undefined && c.p !== null) numbers.push(`p ${prob(c.p)}`);
  if (!own) numbers.push(`q ${prob(c.q)}`);
  if (c.u !== undefined && c.u !== null) numbers.push(`u ${prob(c.u)}`);
  return [c.x, ...lines, numbers.join(" · ")];
}
