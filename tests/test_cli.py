"""The command line, end to end on the bundled pair."""

import json
import subprocess
import sys

import pytest

from specviz.cli import main
from specviz.paths import ASSETS, ROOT
from specviz.trace import read, totals


def test_run_prints_the_rounds_and_writes_the_trace(tmp_path, capsys):
    out = tmp_path / "trace.json"
    code = main(["run", "--prompt", "12 + 35 =", "--max-new-tokens", "12", "--seed", "4", "--json", str(out)])
    printed = capsys.readouterr().out
    trace = read(out.read_bytes())
    assert code == 0
    assert trace.run_settings.seed == 4
    assert len(trace.ids) - len(trace.prompt_ids) <= 12
    assert f"{totals(trace.rounds).tokens_per_round:.4g}" in printed
    for r in trace.rounds:
        assert f"{r.accepted}/{len(r.candidates)}" in printed
    assert main(["run", "--replay", str(out)]) == 0
    assert capsys.readouterr().out == printed


def test_replay_needs_no_torch(tmp_path):
    out = tmp_path / "trace.json"
    main(["run", "--max-new-tokens", "4", "--json", str(out)])
    code = (
        "import sys; from specviz.cli import main; "
        f"status = main(['run', '--replay', {str(out)!r}]); sys.exit(status or ('torch' in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, capture_output=True).returncode == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["run", "--k", "65"], "65"),
        (["run", "--temperature", "nan"], "nan"),
        (["run", "--prompt", ""], "empty"),
        (["run", "--pair", "nothing"], "nothing"),
        (["run", "--replay", "no-such-file.json"], "no-such-file.json"),
        (["run", "--replay", "README.md"], "not a specviz trace"),
        (["models", "fly"], "fly"),
        (["run", "--json", "no/such/folder/x.json"], "no/such/folder/x.json"),
        (["bench", "--prompts", "0"], "prompts"),
        (["bench", "--turns", "0"], "turns"),
        (["bench", "--max-new-tokens", "0"], "max_new_tokens"),
        (["bench", "--prompts", "99", "--pair", "tiny", "--k", "0"], "k"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(args, said, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert main(args) == 2
    err = capsys.readouterr().err.strip()
    assert said in err
    assert err.count("\n") == 0


def test_hostile_text_reaches_the_terminal_without_control_characters(capsys):
    main(["run", "--prompt", "\x1b[31mred\x07", "--max-new-tokens", "4", "--min-new-tokens", "4"])
    out = capsys.readouterr().out
    assert not any(ord(c) < 32 and c != "\n" for c in out)


@pytest.mark.parametrize("place", ["environment.target", "settings.k"])
def test_a_hostile_trace_file_reaches_the_terminal_without_control_characters(place, tmp_path, capsys):
    tree = json.loads((ASSETS / "traces" / "first.json").read_bytes())
    part, name = place.split(".")
    tree[part][name] = "\x1b]0;title\x07"
    file = tmp_path / "trace.json"
    file.write_text(json.dumps(tree))
    main(["run", "--replay", str(file)])
    printed = "".join(capsys.readouterr())
    assert "]0;title" in printed
    assert not any(ord(c) < 32 and c != "\n" for c in printed)


def test_models_lists_the_bundled_pair(capsys):
    assert main(["models"]) == 0
    assert "tiny" in capsys.readouterr().out


@pytest.mark.parametrize("args", [["run"], ["bench", "--prompts", "1", "--turns", "1"], ["check", "--quick"]])
def test_running_out_of_memory_is_one_sentence_that_says_what_to_lower(args, capsys, monkeypatch):
    from specviz.engine.kv_cache import KVCache

    def no_memory(*_, **__):
        raise RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 8 bytes")

    monkeypatch.setattr(KVCache, "forward", no_memory)
    assert main(args) == 2
    assert "Memory ran out on cpu" in capsys.readouterr().err
