"""The benchmark from start to report on the bundled pair, as small as it goes; files; the CUDA suite on this CPU."""

import json
import subprocess
import sys

import pytest

from specviz.bench import report
from specviz.bench.engines import command_lines
from specviz.bench.gpu_suite import suite
from specviz.bench.measure import bench
from specviz.bench.prompts import prompts
from specviz.errors import SpecvizError
from specviz.models import load
from specviz.runs import Run
from specviz.settings import RunSettings


@pytest.fixture(scope="module")
def done() -> report.Report:
    run = Run(load("tiny", "float32", "cpu"))
    return bench(run, RunSettings(temperature=0.0, max_new_tokens=6), k=2, per_family=1, turns=1, peers=True)


def test_the_report_is_complete_and_consistent(done):
    assert len(done.families) == 5
    assert len(done.passes) == 17
    assert done.settings["k"] == 2
    assert done.ratio_low <= done.ratio <= done.ratio_high
    assert done.gap["measured"] == done.ratio
    assert done.plain.tokens == done.speculative.tokens  # greedy: the same texts
    assert sum(f.prompts for f in done.families) == done.overall.prompts == 5
    assert done.peak_bytes > 1e7
    assert 0 < done.overall.tokens_per_round <= 3


def test_peers_give_the_same_ids(done):
    assert set(done.peers) == {"ours", "ours_speculative", "generate", "lookup", "assisted"}
    assert {p["same_ids"] for p in done.peers.values()} == {5.0}


def test_a_report_reads_back_and_shows_in_both_languages(done):
    assert report.read(report.write(done)) == done
    for lang in ("en", "zh"):
        page = report.markdown(done, lang)
        assert f"{done.ratio:.3f}" in page
        assert page.count("\n| ") > 25


@pytest.mark.parametrize("data", [b"{", b"[]", b'{"version": 1}', b" " * (report.MAX_BYTES + 1)])
def test_a_bad_report_is_refused_with_a_reason(data):
    with pytest.raises(SpecvizError):
        report.read(data)


@pytest.mark.parametrize("pair", ["tiny", "other"])
def test_prompts_are_split_and_families_take_turns(pair):
    development, held_out = (prompts(pair, split, 4) for split in ("development", "held_out"))
    assert len(development) == len(held_out) == 20
    assert len({p.family for p in development[:5]}) == 5
    assert not {p.text for p in development} & {p.text for p in held_out}


def test_asking_for_more_prompts_than_there_are():
    for pair, n in (("other", 7), ("tiny", 99)):
        with pytest.raises(SpecvizError, match=f"{n} prompts of the family .* at most") as caught:
            prompts(pair, "held_out", n)
        assert prompts(pair, "held_out", caught.value.params["available"])


@pytest.mark.parametrize("sampled", [True, False])
def test_command_lines_set_the_length_in_other_engines_as_these_spell_it(sampled):
    on = command_lines("big", "small", 3, sampled=sampled)
    spec = json.loads(on["vLLM"].split("'")[1])
    how = {"draft_sample_method": "probabilistic"} if sampled else {}
    assert spec == {"method": "draft_model", "model": "small", "num_speculative_tokens": 3} | how
    assert on["llama.cpp"] == "llama-server -m big.gguf -md small.gguf --spec-type draft-simple --spec-draft-n-max 3"
    assert on["SGLang"].endswith(
        "--speculative-algorithm STANDALONE --speculative-draft-model-path small"
        " --speculative-num-steps 3 --speculative-eagle-topk 1 --speculative-num-draft-tokens 4"
    )


def test_command_lines_without_a_draft_look_up_and_for_k_zero_do_not_speculate():
    found, off = command_lines("big", None, 3), command_lines("big", "small", 0)
    assert set(found) == set(off) == {"vLLM", "SGLang", "llama.cpp"}
    assert json.loads(found["vLLM"].split("'")[1])["method"] == "ngram"
    assert found["llama.cpp"] == "llama-server -m big.gguf --spec-type ngram-simple --spec-draft-n-max 3"
    assert "NGRAM" in found["SGLang"]
    assert not any("spec" in line or "small" in line for line in off.values())


def test_the_cuda_suite_runs_here_on_toy_shapes(tmp_path):
    out = tmp_path / "suite.json"
    suite(out, progress=lambda _part: None)
    done = json.loads(out.read_text())
    assert all(done["correctness"].values())
    assert [s["shape"]["name"] for s in done["shapes"]] == ["toy", "toy", "toy wide", "toy wide"]
    assert all(r["simulated"] for s in done["shapes"] for r in s["rounds"])
    shares = [r["accepted"] for r in done["shapes"][0]["rounds"]]
    assert shares[0] == 0
    assert shares[0] < shares[1] < shares[2]


def test_the_cuda_suite_needs_no_streamlit():
    code = "import sys, specviz.bench.gpu_suite; sys.exit('streamlit' in sys.modules or 'plotly' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
