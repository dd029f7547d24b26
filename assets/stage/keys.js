// What a key does on the stage. Bound to its root only: nothing on the page, and a focused button keeps its own Space.

const ORDER = ["token", "verdict", "pass", "commit", "round"];

/** The action of a key event, or null if it is none of ours. */
export function actionOf(event, stage) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return null;
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (way) return () => (event.shiftKey ? stage.goRound(way) : stage.go(way));
  const beside = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (beside) return event.target.closest?.(".stream") ? () => stage.walk(event.target, beside) : null;
  const choice = /^[1-9]$/.test(event.key) && stage.asking();
  if (choice) return () => stage.answer(Number(event.key) - 1);
  const acts = {
    Home: () => stage.goEnd(false),
    End: () => stage.goEnd(true),
    "?": () => stage.toggleHelp(),
    "+": () => stage.setGrain(nextGrain(stage.grain, 1)),
    "-": () => stage.setGrain(nextGrain(stage.grain, -1)),
  };
  if (event.key === " ") return event.target.tagName === "BUTTON" ? null : () => stage.play();
  if (event.key === "Escape") return stage.help.hidden ? null : acts["?"];
  return acts[event.key] ?? null;
}

/** The next coarser (1) or finer (−1) grain. */
export function nextGrain(grain, by) {
  return ORDER[Math.min(ORDER.length - 1, Math.max(0, ORDER.indexOf(grain) + by))];
}
