"""What other engines print, read into our words. One state stands behind every form of the first half:

100 rounds of k = 4, 400 drafted, 225 accepted, survivors per position 80, 62, 47, 36; so accepted/drafted .5625 and
3.25 tokens per round.
"""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specviz.errors import SpecvizError
from specviz.theory.engine_logs import MAX_CHARS, combine, read_log
from specviz.theory.engine_logs.reading import QUANTITIES, recover_rounds
from specviz.theory.tally import Tally
from specviz.words import catalogue

PREFIX = "\x1b[32m(APIServer pid=1) INFO 05-21 21:11:56 [metrics.py:101] \x1b[0m"
VLLM_LINE = (
    "SpecDecoding metrics: Mean acceptance length: 3.25, Accepted throughput: 22.50 tokens/s, "
    "Drafted throughput: 40.00 tokens/s, Accepted: 225 tokens, Drafted: 400 tokens, "
    "Per-position acceptance rate: 0.800, 0.620, 0.470, 0.360, Avg Draft acceptance rate: 56.2%"
)
VLLM_PAGE = """# HELP vllm:spec_decode_num_drafts_total Number of spec decoding drafts.
# TYPE vllm:spec_decode_num_drafts_total counter
vllm:spec_decode_num_drafts_total{engine="0",model_name="a \\"b\\" {c}"} 60.0
vllm:spec_decode_num_drafts_total{engine="1",model_name="a \\"b\\" {c}"} 40.0
vllm:spec_decode_num_drafts_created{engine="0",model_name="x"} 1.7e+09
vllm:spec_decode_num_draft_tokens_total{engine="0",model_name="a"} 240.0
vllm:spec_decode_num_draft_tokens_total{engine="1",model_name="a"} 160.0
vllm:spec_decode_num_accepted_tokens_total{engine="0",model_name="a"} 125.0
vllm:spec_decode_num_accepted_tokens_total{engine="1",model_name="a"} 100.0
vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="0",model_name="a",position="0"} 50.0
vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="1",model_name="a",position="0"} 30.0
vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="0",model_name="a",position="1"} 40.0
vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="1",model_name="a",position="1"} 22.0
vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="0",model_name="a",position="2"} 30.0
vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="1",model_name="a",position="2"} 17.0
vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="0",model_name="a",position="3"} 6.0
vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="1",model_name="a",position="3"} 30.0
"""
LLAMA_STATISTICS = (
    "statistics draft-eagle3: #calls(b,g,a) = 1 100 100, #gen drafts = 100, #acc drafts = 80, #gen tokens = 400, "
    "#acc tokens = 225, #mean acc len = 3.25, #acc rate/pos = (0.800, 0.620, 0.470, 0.360), dur(b,g,a) = 1, 2, 3 ms"
)
LLAMA_NEW = (
    "draft acceptance = 0.56250 (  225 accepted /   400 generated), mean acceptance length =  3.25, "
    "acceptance rate per position = (0.800, 0.620, 0.470, 0.360)"
)
LLAMA_PAGE = VLLM_PAGE.replace("vllm:", "llamacpp:")
COMPLETE = [VLLM_LINE, PREFIX + VLLM_LINE, VLLM_PAGE, LLAMA_NEW, LLAMA_STATISTICS, LLAMA_PAGE]


@pytest.mark.parametrize("text", COMPLETE)
def test_forms_that_print_everything_say_the_same(text):
    (reading,) = read_log(text)
    assert (reading.rounds, reading.drafted, reading.accepted, reading.k) == (100, 400, 225, 4)
    assert (reading.tokens_per_round, reading.accepted_over_drafted) == (3.25, 0.5625)
    assert reading.first_i_accepted == (0.8, 0.62, 0.47, 0.36)
    # judged: all 100 first candidates, then 80, 62, 47
    assert reading.judged == 289
    assert reading.alpha == pytest.approx(225 / 289)
    assert {"judged", "alpha", "accepted_over_drafted"} <= reading.derived
    assert reading.unknown == {}
    assert reading.notes == ()
    assert reading.acceptance.tokens_per_round == pytest.approx(3.25)


@pytest.mark.parametrize(
    ("text", "k"),
    [
        ("Decode batch, #running-req: 4, #token: 5120, token usage: 0.08, accept len: 3.25, accept rate: 0.56, "
         "cuda graph: True, gen throughput (token/s): 412.60, #queue-req: 0", 4),
        ("[2025-06-01] Decode batch. #running-req: 1, accept len: 3.25, gen throughput (token/s): 9.0", 4),
        ('sglang:spec_accept_length{model_name="m"} 3.25\nsglang:spec_num_draft_tokens{model_name="m"} 5\n', None),
    ],
)  # fmt: skip
def test_sglangs_length_is_ours_and_the_rate_follows_from_it(text, k):
    (reading,) = read_log(text, k)
    assert (reading.engine, reading.tokens_per_round, reading.k) == ("sglang", 3.25, 4)
    assert reading.accepted_over_drafted == 0.5625
    assert reading.accepted is None
    assert "accepted" in reading.unknown


def test_sglangs_old_rate_is_recognised_and_not_taken_over():
    line = "Decode batch, #running-req: 4, accept len: 3.25, accept rate: 0.65, cuda graph: True"
    (reading,) = read_log(line, 4)
    assert reading.accepted_over_drafted == 0.5625
    assert [n.code for n in reading.notes] == ["log_sglang_old_rate"]
    (without_k,) = read_log(line)
    assert without_k.unknown["accepted_over_drafted"] == "needs_k"


def test_the_two_rates_of_sglang_differ_as_they_should():
    # τ 2.9, k 7: .3625 before, .2714 since
    old, new = (f"Decode batch, accept len: 2.90, accept rate: {r}" for r in ("0.36", "0.27"))
    assert [n.code for n in read_log(old, 7)[0].notes] == ["log_sglang_old_rate"]
    assert read_log(new, 7)[0].notes == ()


def test_vllm_v0_counts_after_a_rejection_so_its_rate_is_not_ours():
    # issue 7301: k = 4
    line = (
        "Speculative metrics: Draft acceptance rate: 0.607, System efficiency: 0.510, "
        "Number of speculative tokens: 4, Number of accepted tokens: 32594, "
        "Number of draft tokens: 53716, "
        "Number of emitted tokens: 34244."
    )
    (reading,) = read_log(line)
    assert reading.form == "v0_line"
    assert (reading.rounds, reading.accepted, reading.accepted_over_drafted) == (13429, None, None)
    assert reading.tokens_per_round == pytest.approx(2.550, abs=1e-3)
    assert reading.unknown["accepted"] == "counted_after_rejection"
    page = (
        "vllm:spec_decode_num_draft_tokens_total 53716\nvllm:spec_decode_num_emitted_tokens_total 34244\n"
        "vllm:spec_decode_num_accepted_tokens_total 32594\n"
    )
    assert read_log(page, 4)[0].tokens_per_round == reading.tokens_per_round
    assert read_log(page)[0].unknown["tokens_per_round"] == "needs_k"


@pytest.mark.parametrize(
    "line",
    [
        "Speculative metrics: Draft acceptance rate: 0.562, Number of accepted tokens: 225, "
        "Number of draft tokens: 400, ",
        "SpecDecoding metrics: Draft acceptance rate: 56.2%, Accepted: 225 tokens, Drafted: 400 tokens",
    ],
)
def test_vllms_short_forms_do_not_know_the_rounds(line):
    (reading,) = read_log(line)
    assert (reading.accepted, reading.drafted, reading.accepted_over_drafted) == (225, 400, 0.5625)
    assert reading.notes == ()
    assert reading.unknown["tokens_per_round"] == "not_printed"
    assert reading.acceptance is None


def test_nothing_drafted_is_not_a_division():
    line = "SpecDecoding metrics: Draft acceptance rate: nan%, Accepted: 0 tokens, Drafted: 0 tokens"
    (reading,) = read_log(line)
    assert (reading.accepted, reading.drafted, reading.accepted_over_drafted) == (0, 0, None)


def test_a_line_of_vllm_with_short_rounds():
    # PR 24127: 262 of 295 in 59 rounds
    line = (
        "SpecDecoding metrics: Mean acceptance length: 5.44, Accepted: 262 tokens, Drafted: 295 tokens, "
        "Per-position acceptance rate: 0.983, 0.949, 0.915, 0.881, 0.712, Avg Draft acceptance rate: 88.8%"
    )
    assert read_log(line)[0].rounds == 59
    # llama.cpp PR 24536: 87 rounds, two of them short, so a late miss may be "not proposed"
    line = (
        "draft acceptance = 0.64479 (  167 accepted /   259 generated), mean acceptance length =  2.92, "
        "acceptance rate per position = (0.805, 0.632, 0.483)"
    )
    (reading,) = read_log(line)
    assert reading.rounds == 87
    assert (reading.judged, reading.alpha) == (None, None)
    assert reading.unknown["alpha"] == "short_rounds"


def test_rounds_hidden_by_rounding_stay_unknown():
    assert recover_rounds(225, 3.25, (0.8, 0.62, 0.47, 0.36)) == 100
    assert recover_rounds(225_000, 3.25, (0.8, 0.62, 0.47, 0.36)) is None
    assert recover_rounds(0, 1.0, (0.0,)) is None


def test_old_llama_cpp_needs_the_rounds():
    line = "draft acceptance rate = 0.56250 (  225 accepted /   400 generated)"
    (bare,) = read_log(line)
    assert bare.tokens_per_round is None
    assert bare.unknown["tokens_per_round"] == "needs_rounds"
    (assumed,) = read_log(line, 4)
    assert assumed.tokens_per_round == 3.25
    assert "tokens_per_round" in assumed.derived
    assert [n.code for n in assumed.notes] == ["log_full_rounds_assumed"]
    assert read_log('{"timings": {"draft_n": 400, "draft_n_accepted": 225}}', 4)[0].tokens_per_round == 3.25
    assert read_log(line, 3)[0].tokens_per_round is None  # 400 is not a multiple of 3: some round was short


def test_tgi_counts_a_message_per_prefill():
    histogram = "tgi_request_skipped_tokens_sum 225\ntgi_request_skipped_tokens_count 107\n"
    page = histogram + 'tgi_request_success{kind="x"} 7\n'
    (reading,) = read_log(page)
    assert (reading.accepted, reading.rounds, reading.tokens_per_round) == (225, 100, 3.25)
    assert reading.unknown["drafted"] == "never_recorded"
    (diluted,) = read_log(histogram)
    assert diluted.tokens_per_round == pytest.approx(1 + 225 / 107)
    assert [n.code for n in diluted.notes] == ["log_tgi_diluted"]


def test_per_request_objects():
    vllm = {"metrics": {"speculative_decoding": {"acceptance_histogram": [39, 1, 0, 3], "num_spec_tokens": 3,
                                                 "num_draft_tokens": 129}}}  # fmt: skip
    (reading,) = read_log(json.dumps(vllm))
    assert reading.tokens_per_round == pytest.approx(1.2326, abs=5e-5)
    assert reading.accepted_over_drafted == pytest.approx(0.0775, abs=5e-5)
    detailed = {"speculative_decoding": {"per_step_accepted": [3, 1, 0, 2], "per_step_drafted": [3, 3, 3, 3]}}
    assert read_log(json.dumps(detailed))[0].alpha == pytest.approx(2 / 3)
    sglang = {"meta_info": {"spec_verify_ct": 43, "spec_num_correct_drafts": 63, "spec_num_proposed_drafts": 215}}
    (reading,) = read_log(json.dumps(sglang))
    assert reading.tokens_per_round == pytest.approx(106 / 43)
    assert reading.accepted_over_drafted == pytest.approx(0.293, abs=5e-4)


def test_inconsistent_lines_are_read_and_said_to_be_inconsistent():
    wrong = VLLM_LINE.replace("length: 3.25", "length: 5.60").replace("56.2%", "80.0%").replace("0.470", "0.700")
    codes = {note.code for note in read_log(wrong)[0].notes}
    assert codes == {"log_rate_mismatch", "survival_rises", "log_length_mismatch", "log_length_impossible"}
    assert read_log(wrong)[0].acceptance is None


def test_several_intervals_are_summed_not_averaged():
    quiet = (
        "SpecDecoding metrics: Mean acceptance length: 1.00, Accepted: 0 tokens, Drafted: 40 tokens, "
        "Per-position acceptance rate: 0.000, 0.000, 0.000, 0.000, Avg Draft acceptance rate: 0.0%"
    )
    busy, idle = read_log(f"{VLLM_LINE}\nnothing\n{quiet}")
    assert combine([busy, idle]) is None  # the idle line does not tell its rounds
    page = read_log(VLLM_PAGE)[0]
    both = combine([page, page])
    assert (both.rounds, both.accepted, both.tokens_per_round, both.alpha) == (200, 450, 3.25, page.alpha)
    assert combine([]) is None
    assert combine([busy, read_log(LLAMA_NEW)[0]]) is None


def test_two_models_on_one_page_are_mentioned():
    page = VLLM_PAGE.replace('draft_tokens_total{engine="1",model_name="a"}', 'draft_tokens_total{model_name="b"}')
    assert [n.code for n in read_log(page)[0].notes] == ["log_several_models"]


def test_gauges_that_differ_are_not_averaged():
    page = 'sglang:spec_accept_length{tp_rank="0"} 3.0\nsglang:spec_accept_length{tp_rank="1"} 2.0\n'
    with pytest.raises(SpecvizError):
        read_log(page)


@pytest.mark.parametrize("text", ["", "hello", "{", "[" * 100_000, "accept len: 3", "Decode batch, #running-req: 1"])
def test_text_that_says_nothing_is_refused(text):
    with pytest.raises(SpecvizError) as error:
        read_log(text)
    assert error.value.code == "log_unrecognised"


def test_text_that_is_too_long_is_refused():
    with pytest.raises(SpecvizError) as error:
        read_log("x" * (MAX_CHARS + 1))
    assert error.value.code == "log_too_long"


def test_impossible_counts_in_a_response_are_refused():
    for accepted, drafted in (([5], [3]), ([1.5], [3]), (["x"], [3])):
        with pytest.raises(SpecvizError):
            read_log(
                json.dumps({"speculative_decoding": {"per_step_accepted": accepted, "per_step_drafted": drafted}})
            )


def test_every_reason_has_its_words():
    reasons = {"not_printed", "rounding_hides_it", "short_rounds", "counted_after_rejection", "needs_k",
               "needs_rounds", "never_recorded", "needs_requests"}  # fmt: skip
    for lang in ("en", "zh"):
        assert {f"log.why.{reason}" for reason in reasons} <= catalogue(lang).keys()


@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=4), min_size=1, max_size=80))
def test_what_vllm_would_print_is_read_back(flags):
    prefixes = [next((i for i, ok in enumerate(round_) if not ok), 4) for round_ in flags]
    tally = Tally.of([(m, 4) for m in prefixes])
    positions = ", ".join(f"{s:.3f}" for s in (*tally.first_i_accepted, 0, 0, 0, 0)[:4])
    line = (
        f"SpecDecoding metrics: Mean acceptance length: {tally.tokens_per_round:.2f}, "
        f"Accepted: {tally.accepted} tokens, Drafted: {tally.drafted} tokens, "
        f"Per-position acceptance rate: {positions}, "
        f"Avg Draft acceptance rate: {100 * tally.accepted_over_drafted:.1f}%"
    )
    (reading,) = read_log(line)
    assert (reading.accepted, reading.drafted) == (tally.accepted, tally.drafted)
    assert reading.rounds in (tally.rounds, None)
    assert reading.notes == ()
    if reading.alpha is not None:
        assert reading.alpha == pytest.approx(tally.alpha, abs=5e-3)


@settings(max_examples=50)
@given(st.text(max_size=40), st.sampled_from([VLLM_LINE, LLAMA_NEW, LLAMA_STATISTICS, VLLM_PAGE]), st.data())
def test_damaged_text_is_read_or_refused(noise, text, data):
    cut = data.draw(st.integers(0, len(text)))
    try:
        readings = read_log(text[:cut] + noise + text[cut:])
    except SpecvizError:
        return
    assert all(set(reading.unknown) <= set(QUANTITIES) for reading in readings)
