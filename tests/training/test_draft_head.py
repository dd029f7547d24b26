"""The draft head's training: features of the target, unrolling as decoding will do it, two steps, and a folder."""

import gzip
import json
from pathlib import Path

import pytest
import torch

from specviz.engine.draft_head import HeadModel, HeadWeights
from specviz.engine.head_net import HeadNet, HeadShape
from specviz.engine.language_model import CachedModel, Weights
from specviz.models import load
from specviz.runs import Run
from specviz.settings import RunSettings
from specviz.training import draft_head, draft_scores, smollm2_corpus
from specviz.training.draft_head import alphas, batched, began, loss_of, phase, tokens_per_round
from specviz.training.head_files import frozen_parts
from specviz.training.smollm2_corpus import SPLITS, hidden_states, read_shards, split_of
from specviz.training.unrolled import unrolled
from tests.models.folders import CHAT, byte_level, pair_of, random_model, save

SHAPE = HeadShape(width=32, inner=48, heads=4, kv_heads=2, head_dim=8, rope_theta=1e4)


@pytest.fixture(scope="module")
def target(tmp_path_factory) -> Path:
    tokenizer = byte_level()
    tokenizer.chat_template = CHAT
    return save(tmp_path_factory.mktemp("target"), random_model("llama"), tokenizer)


@pytest.fixture(scope="module")
def shards(target: Path, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("shards")
    texts = [
        {"prompt": f"cat {n}", "text": "the cat sat on the mat " * (1 + n % 3), "done": bool(n % 2)}
        for n in range(130)
    ]
    with gzip.open(folder / "texts.jsonl.gz", "wt") as file:
        file.writelines(json.dumps(text) + "\n" for text in texts)
    smollm2_corpus.main(["--corpus", str(folder / "texts.jsonl.gz"), "--target", str(target), "--out", str(folder)])
    return folder


@pytest.fixture
def net() -> HeadNet:
    torch.manual_seed(0)
    net = HeadNet(SHAPE)
    for weight in net.parameters():
        if weight.dim() == 2:
            torch.nn.init.normal_(weight, std=weight.shape[1] ** -0.5)
    return net


def test_shards_hold_what_the_target_reads_and_no_prompt_is_in_two_splits(shards: Path, target: Path) -> None:
    assert [p.name for p in sorted(shards.glob("*.safetensors"))] == [
        "texts-000.safetensors",
        "texts-001.safetensors",
    ]
    model = random_model("llama").eval()
    seen: dict[str, set] = {}
    for split in SPLITS:
        texts = list(read_shards(shards, split))
        seen[split] = {tuple(t.ids[: t.prompt_length].tolist()) for t in texts}
        for text in texts:
            states = model(input_ids=text.ids[None], output_hidden_states=True).hidden_states[-1][0]
            assert torch.allclose(text.hidden.float(), states, atol=2e-2)
    assert sum(map(len, seen.values())) == len(set.union(*seen.values())) == 128, "what fills no shard waits"
    assert len(seen["train"]) > 100


def test_a_file_that_grew_gives_its_new_shards_only(target: Path, tmp_path: Path) -> None:
    texts = [json.dumps({"prompt": f"dog {n}", "text": "ran", "done": True}) + "\n" for n in range(130)]
    call = ["--corpus", str(tmp_path / "one.jsonl"), "--target", str(target), "--out", str(tmp_path)]
    written = []
    for size in (70, 130):
        (tmp_path / "one.jsonl").write_text("".join(texts[:size]))
        smollm2_corpus.main(call)
        written.append({p.name: p.stat().st_mtime_ns for p in tmp_path.glob("*.safetensors")})
    assert len(written[0]) == 1
    assert len(written[1]) == 2
    assert written[0].items() <= written[1].items()


def test_the_output_vocabulary_begins_with_the_most_frequent_ids(shards: Path, target: Path) -> None:
    order = frozen_parts(target, read_shards(shards, "train")).order.tolist()
    answers = [i for t in read_shards(shards, "train") for i in t.ids[t.prompt_length :].tolist()]
    counts = [answers.count(i) for i in order[:20]]
    assert counts == sorted(counts, reverse=True)
    assert sum(answers.count(i) for i in order[:30]) == len(answers)


def test_benchmark_prompts_are_held_out() -> None:
    assert {split_of(prompt) for prompt in smollm2_corpus.benchmark()} == {"held_out"}


def test_padding_changes_no_hidden_state() -> None:
    model = random_model("llama").eval()
    together = hidden_states(model, [[1, 2, 3], [4, 5, 6, 7, 8, 9], [5]])
    for row, hidden in zip(([1, 2, 3], [4, 5, 6, 7, 8, 9], [5]), together, strict=True):
        assert torch.allclose(hidden.float(), hidden_states(model, [row])[0].float(), atol=1e-2)


def test_unrolled_is_what_decoding_does_from_every_position(net: HeadNet) -> None:
    """Held against the decoder's own cache: true slots up to p − j, then j guesses on guesses."""
    weights = Weights.of(random_model("llama"), "target")
    head = HeadWeights.over(weights, net, torch.arange(300), "head")
    ids = torch.randint(300, (12,), generator=torch.Generator().manual_seed(1)).tolist()
    ours = CachedModel(weights, keep_hidden=True)
    ours.extend(ids)
    states, hidden = unrolled(net, ours.hidden[None].clone(), head.embedding[ids][None], 4), ours.hidden.clone()
    for p in range(3, len(ids)):
        for step in range(4):
            ours.sync(ids[: max(1, p - step)])
            model = HeadModel(head, ours)
            model.extend(ids[: p + 1])
            assert model.true == max(1, p - step) + 1
            if p - step >= 1:
                assert torch.allclose(model._guesses[p], states[step][0, p], atol=1e-4), (p, step)
    assert hidden.shape == (12, 32)


def test_loss_and_alpha_of_a_head_that_knows_and_of_one_that_does_not(net, shards, target, monkeypatch) -> None:
    frozen = frozen_parts(target, read_shards(shards, "train"))
    texts = list(read_shards(shards, "train"))[:8]
    batch = batched(texts)
    monkeypatch.setattr(draft_head, "unrolled", lambda _net, hidden, _tokens, steps: [hidden] * steps)
    for tv in (0.0, 0.5, 1.0):
        assert loss_of(net, frozen, batch, 3, 300, tv).item() == pytest.approx(0.0, abs=1e-5)
    assert alphas(net, frozen, texts, 300, 3) == pytest.approx([1.0] * 3, abs=1e-4)
    covered = alphas(net, frozen, texts, 100, 1)[0]
    assert 0.0 < covered < 0.99, "what lies outside the vocabulary is never accepted"
    monkeypatch.undo()
    assert loss_of(net, frozen, batch, 3, 300, 0.5).item() > 0.2
    assert max(alphas(net, frozen, texts, 300, 3)) < 0.9


def test_where_a_round_began_in_the_answer() -> None:
    answer = torch.tensor([[False, True, True, True, False]])
    assert [began(answer, n).int().tolist()[0] for n in range(3)] == [
        [0, 1, 1, 1, 0],
        [0, 0, 1, 1, 0],
        [0, 0, 0, 1, 0],
    ]


def test_tokens_per_round() -> None:
    assert tokens_per_round([0.5, 0.5]) == 1.75
    assert tokens_per_round([]) == 1.0


def test_phases_follow_each_other() -> None:
    assert phase(0.0)[0] == 1
    assert phase(0.999) == list(draft_head.PHASES[-1][1:])


def test_two_steps_resume_and_export_a_head_that_runs(shards, target, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(draft_head, "SHAPE", SHAPE)
    monkeypatch.setattr(draft_head, "PHASES", ((0.0, 2, 200, 0.5),))
    common = ["--minutes", "10", "--target", str(target), "--corpus", str(shards), "--out", str(tmp_path / "out")]
    folder = tmp_path / "head"
    for steps in ("2", "3"):
        assert draft_head.main([*common, "--steps", steps, "--export", str(folder)]) == 0
    made = json.loads((folder / "training.json").read_text())
    assert made["steps"] == 3
    assert len(made["commands"]) == 2
    assert len(made["validation_alpha"]) == draft_head.SCORED_STEPS
    pair = load(pair_of(target, folder))
    assert len(pair.head.vocabulary) == 200


def test_scores_count_what_was_judged_by_family_and_position() -> None:
    found = draft_scores.scores(Run(load("tiny")), RunSettings(k=2, max_new_tokens=12, prompt_format="raw"), 1)
    overall, families = found.pop("overall"), list(found.values())
    assert len(families) == 5
    assert overall["judged"] == sum(f["judged"] for f in families)
    assert len(overall["by_position"]) == 2
    assert 0 < overall["accepted/judged"] <= 1
    assert 0 < overall["mean_overlap"] <= 1
