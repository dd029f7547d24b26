"""Write the cards of the pair from the records beside the weights: `python -m specviz.training.card`.

A card says nothing that is not in the `config.json` and `training.json` of its folder or in these files of the
target's folder: `evaluation.json`, `world.json`, `notes.md` (what the records cannot say, written by hand) and, once
the lab's benchmark has been run on the pair, its report `bench.json`.
"""

import json
from pathlib import Path

from specviz.bench import report
from specviz.paths import ASSETS

_TEMPLATES = Path(__file__).parent / "cards"


def _read(path: Path) -> dict:
    return json.loads(path.read_text("utf-8"))


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _losses(record: dict) -> str:
    """Return about ten (step, loss) pairs as table rows, the last one included."""
    losses = record["losses"]
    shown = losses[:: max(1, len(losses) // 10)]
    rows = shown if losses[-1] in shown else [*shown, losses[-1]]
    return "\n".join(f"| {step} | {loss:.3f} |" for step, loss in rows)


def _made(stage: dict) -> dict[str, str]:
    return {
        "command": "`, then `".join(stage["commands"]),
        "seed": str(stage["seed"]),
        "steps": f"{stage['steps']:,}",
        "tokens": f"{stage['tokens'] / 1e6:.1f} million",
        "minutes": f"{stage['seconds'] / 60:.0f}",
        "trained": stage["date"],
        "losses": _losses(stage),
    }


def _families(families: dict[str, dict], *columns: str) -> str:
    """Return one table row a family; shares in percent, the rest to two decimals, blank if unmeasured."""
    shares = {"parse", "right"}

    def cell(scores: dict, column: str) -> str:
        if column not in scores:
            return ""
        return _percent(scores[column]) if column in shares else f"{scores[column]:.2f}"

    return "\n".join(
        f"| {name} | " + " | ".join(cell(scores, column) for column in columns) + " |"
        for name, scores in families.items()
    )


def _rate(tokens: float, seconds: float) -> str:
    return f"{tokens / seconds:.0f}"


def _speed(folder: Path) -> str:
    """Return the section on speed, or nothing if the pair was not benchmarked."""
    path = folder / "bench.json"
    if not path.exists():
        return ""
    found = report.read(path.read_bytes())
    peers = {name: f"{peer['tokens_per_second']:.0f}" for name, peer in found.peers.items()}
    return "\n" + (_TEMPLATES / "speed.md").read_text("utf-8").format(
        device=found.environment.device,
        threads=found.environment.threads,
        torch=found.environment.torch,
        prompts=found.overall.prompts,
        turns=found.turns,
        k=found.settings["k"],
        repair=found.settings["repair"],
        ratio=f"{found.ratio:.2f}",
        low=f"{found.ratio_low:.2f}",
        high=f"{found.ratio_high:.2f}",
        plain=_rate(found.plain.tokens, found.plain.seconds),
        speculative=_rate(found.speculative.tokens, found.speculative.seconds),
        ours_whole=peers["ours"],
        generate_whole=peers["generate"],
        families="\n".join(f"| {f.family} | {f.tokens_per_round:.2f} | {f.ratio:.2f} |" for f in found.families),
    )


def render(target: Path, draft: Path) -> dict[Path, str]:
    """Return path -> text of both cards. Raises FileNotFoundError if the pair has not been evaluated."""
    evaluation, world = _read(target / "evaluation.json"), _read(target / "world.json")
    texts = {}
    for role, folder in (("target", target), ("draft", draft)):
        config, record = _read(folder / "config.json"), _read(folder / "training.json")
        fields = {
            **_made(record),
            "parameters": f"{evaluation['parameters'][role]:,}",
            "layers": config["num_hidden_layers"],
            "width": config["hidden_size"],
            "inner": config["intermediate_size"],
            "heads": config["num_attention_heads"],
            "kv_heads": config["num_key_value_heads"],
            "context": config["max_position_embeddings"],
            "vocabulary": config["vocab_size"],
            "measured": evaluation["date"],
            "measured_by": evaluation["command"],
            "prompts": evaluation["prompts_per_family"],
        }
        if role == "target":
            likelihood = world["log_likelihood_per_token"]
            fields |= {
                "parse": _percent(evaluation["parse"]),
                "right": _percent(evaluation["families"]["sums"]["right"]),
                "stories_bits": f"{evaluation['families']['stories']['entropy_bits']:.2f}",
                "families": _families(evaluation["families"], "parse", "right", "entropy_bits"),
                "p01": f"{likelihood['p01']:.2f}",
                "p50": f"{likelihood['p50']:.2f}",
                "outside": f"{max(world['outside'].values()):.2f}",
                "notes": (target / "notes.md").read_text("utf-8").strip(),
            }
        else:
            first = record["pretraining"]
            fields |= {f"first_{name}": value for name, value in _made(first).items()}
            fields |= {
                "alpha": f"{evaluation['alpha']:.2f}",
                "spread": f"{evaluation['alpha_spread']:.2f}",
                "families": _families(evaluation["families"], "alpha", "entropy_bits"),
                "steps_table": "\n".join(
                    f"| {threads} | {cost['target_ms']:.2f} | {cost['draft_ms']:.2f} | {cost['c']:.3f} |"
                    for threads, cost in evaluation["step"].items()
                ),
                "torch": evaluation["torch"],
                "speed": _speed(target),
            }
        texts[folder / "README.md"] = (_TEMPLATES / f"{role}.md").read_text("utf-8").format(**fields)
    return texts


def write(target: Path, draft: Path) -> None:
    """Write both cards."""
    for path, text in render(target, draft).items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    write(ASSETS / "models" / "tiny-target", ASSETS / "models" / "tiny-draft")
