"""The command line: run, check, bench, models. Flags of `run` are made from RunSettings, one per field.

Nothing heavy is imported before a command needs it: `--help` and `--replay` work without torch.
"""

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from dataclasses import Field, fields
from pathlib import Path

from specviz.errors import SpecvizError
from specviz.settings import RunSettings, decode
from specviz.trace import MAX_BYTES, Trace, read, totals, write
from specviz.words import say

MARKS = {"accepted": "✓", "rejected": "✗", "unjudged": "·", "replacement": "↺", "bonus": "★"}
COLOURS = {"accepted": "32", "rejected": "31;9", "unjudged": "2", "replacement": "34;4", "bonus": "35;4"}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status. A `SpecvizError` is printed as one sentence and gives status 2."""
    args = _parser().parse_args(argv)
    try:
        return args.command(args)
    except SpecvizError as e:
        print(_safe(str(e)), file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m specviz", description=say("cli.about"))
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    run = commands.add_parser("run", help=say("cli.run"))
    for f in fields(RunSettings):
        run.add_argument(f"--{f.name.replace('_', '-')}", help=_flag_help(f), metavar="VALUE")
    run.add_argument("--json", type=Path, metavar="FILE", help=say("cli.json"))
    run.add_argument("--replay", type=Path, metavar="FILE", help=say("cli.replay"))
    run.set_defaults(command=_run)
    check = commands.add_parser("check", help=say("cli.check"))
    check.add_argument("--pair", default=RunSettings().pair, metavar="VALUE")
    check.add_argument("--quick", action="store_true", help=say("cli.check.quick"))
    check.add_argument("--full", action="store_true", help=say("cli.check.full"))
    check.add_argument("--faults", action="store_true", help=say("cli.check.faults"))
    check.set_defaults(command=_check)
    models = commands.add_parser("models", help=say("cli.models"))
    models.add_argument("get", nargs="*", metavar="get PAIR", help=say("cli.models.get"))
    models.set_defaults(command=_models)
    bench = commands.add_parser("bench", help=say("cli.bench"))
    for name in ("pair", "method", "lookup_min", "lookup_max", "temperature", "max_new_tokens", "dtype", "device"):
        f = next(f for f in fields(RunSettings) if f.name == name)
        bench.add_argument(f"--{name.replace('_', '-')}", help=_flag_help(f), metavar="VALUE")
    bench.add_argument("--k", type=int, help=say("cli.bench.k"))
    bench.add_argument("--prompts", type=int, default=4, help=say("cli.bench.prompts"))
    bench.add_argument("--turns", type=int, default=3, help=say("cli.bench.turns"))
    bench.add_argument("--peers", action="store_true", help=say("cli.bench.peers"))
    bench.add_argument("--json", type=Path, metavar="FILE", help=say("cli.bench.json"))
    bench.add_argument("--markdown", type=Path, metavar="FILE", help=say("cli.bench.markdown"))
    bench.add_argument("--gpu-suite", type=Path, metavar="OUT", help=say("cli.bench.gpu"))
    bench.set_defaults(command=_bench)
    return parser


def _flag_help(f: Field) -> str:
    m = f.metadata
    allowed = ", ".join(m["choices"]) or (f"{m['lo']} … {m['hi']}" if m["lo"] is not None else "")
    default = f.default if f.default not in ((), "") else "–"
    return f"{allowed} ({default})".strip().replace("%", "%%")


def _settings(args: argparse.Namespace) -> RunSettings:
    """The settings whose flags were given; `SpecvizError` for a value out of bounds."""
    names = [f.name for f in fields(RunSettings)]
    return decode(RunSettings, {n: v for n in names if (v := getattr(args, n, None)) is not None})[0]


def _check(args: argparse.Namespace) -> int:
    from specviz.checks.suite import faults
    from specviz.checks.suite import main as check

    return faults() if args.faults else check(args.pair, quick=args.quick, full=args.full)


def _models(args: argparse.Namespace) -> int:
    from specviz.models import command

    match args.get:
        case []:
            return command.list_pairs()
        case ["get", name]:
            return command.get(name)
        case words:
            raise SpecvizError("cli_models", words=" ".join(words)[:80])


def _bench(args: argparse.Namespace) -> int:
    _refuse_unwritable(args.json, args.markdown, args.gpu_suite)
    if args.gpu_suite:
        from specviz.bench.gpu_suite import suite

        return 0 if all(suite(args.gpu_suite)["correctness"].values()) else 1
    from specviz.bench import report
    from specviz.bench.measure import bench
    from specviz.models.command import fetched_and_loaded
    from specviz.models.out_of_memory import out_of_memory_said
    from specviz.runs import Run

    settings = _settings(args)
    run = Run(fetched_and_loaded(settings))
    with out_of_memory_said(run.pair.device):
        done = bench(
            run, settings, k=args.k, per_family=args.prompts, turns=args.turns, peers=args.peers, progress=_progress
        )
    print(report.markdown(done))
    if args.json:
        _save(args.json, report.write(done))
    if args.markdown:
        _save(args.markdown, report.markdown(done).encode())
    return 0


def _progress(stage: str, share: float) -> None:
    print(f"\r{stage} {share:4.0%} ", end="" if share < 1 else "\n", file=sys.stderr, flush=True)


def _run(args: argparse.Namespace) -> int:
    if args.replay:
        _show(load(args.replay))
        return 0
    settings = _settings(args)
    _refuse_unwritable(args.json)

    from specviz.models.command import fetched_and_loaded
    from specviz.models.out_of_memory import out_of_memory_said
    from specviz.runs import Run

    run = Run(fetched_and_loaded(settings))
    with out_of_memory_said(run.pair.device):
        prompt_ids = run.prompt_ids(settings)
        trace = run.trace(settings, prompt_ids, tuple(run.speculative(settings, prompt_ids)))
    _show(trace)
    if args.json:
        _save(args.json, write(trace))
    return 0


def _refuse_unwritable(*paths: Path | None) -> None:
    """Before anything is computed: `SpecvizError` for a file that cannot be written."""
    for path in filter(None, paths):
        if not os.access(path if path.exists() else path.parent, os.W_OK) or path.is_dir():
            raise SpecvizError("cannot_write", path=str(path), reason=os.strerror(errno.EACCES))


def _save(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as e:
        raise SpecvizError("cannot_write", path=str(path), reason=e.strerror or str(e)) from e


def load(path: Path) -> Trace:
    """A validated trace from a file; `SpecvizError` when it cannot be read."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise SpecvizError("trace_size", size=size, limit=MAX_BYTES)
        return read(path.read_bytes())
    except OSError as e:
        raise SpecvizError("trace_file", path=str(path), reason=e.strerror or str(e)) from e


def _show(trace: Trace) -> None:
    colour = sys.stdout.isatty()

    def chip(token: int, fate: str) -> str:
        text = _printable(trace.text_of(token))
        mark = f"{text}{MARKS[fate]}"
        return f"\x1b[{COLOURS[fate]}m{mark}\x1b[0m" if colour else f"[{mark}]"

    for r in trace.rounds:
        chips = [chip(c.id, c.fate) for c in r.candidates]
        if r.emitted:
            chips.append(chip(r.emitted.id, r.emitted.kind))
        print(f"{r.index:4d}  {r.accepted}/{len(r.candidates)}  {' '.join(chips)}")
    print()
    print(_safe(trace.text))
    print()
    t = totals(trace.rounds)
    rows = {
        "acceptance": t.acceptance,
        "overlap": t.overlap,
        "accepted_per_drafted": t.accepted_per_drafted,
        "tokens_per_round": t.tokens_per_round,
        "rounds": t.rounds,
        "committed": t.committed,
        "target_passes": t.target_passes,
        "draft_passes": t.draft_passes,
        "seconds": t.times.decoding,
    }
    for name, value in rows.items():
        shown = "–" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
        print(f"{shown:>9}  {say(f'cli.total.{name}')}")
    e = trace.environment
    where = say("cli.where", target=e.target, draft=e.draft or "–", device=e.device, dtype=e.dtype, torch=e.torch)
    print(_safe(where))


def _printable(text: str) -> str:
    """A token for a terminal: visible spaces, and no control characters."""
    return _safe(text.replace("\n", "⏎").replace(" ", "␣"))


def _safe(text: str) -> str:
    """Text of a model or a file for a terminal: no control characters but the end of a line."""
    return "".join(ch if ch.isprintable() or ch == "\n" else "�" for ch in text)
