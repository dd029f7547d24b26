"""Loading from folders: what is accepted, on four architectures; what is refused, with a reason, leaving nothing."""

import gc
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from transformers import (  # fmt: skip
    BertConfig,
    BertModel,
    Gemma2Config,
    Gemma2ForCausalLM,
    MambaConfig,
    MambaForCausalLM,
    MistralConfig,
    MistralForCausalLM,
)

from specviz.errors import SpecvizError
from specviz.models import load, memory, precision
from specviz.runs import Run
from specviz.settings import RunSettings
from tests.models.folders import ARCHITECTURES, byte_level, pair_of, random_model, save, sentence_piece


def committed(rounds) -> list[int]:
    return [i for r in rounds for i in r.committed]


def code_of(pair: str, **options: str) -> str:
    with pytest.raises(SpecvizError) as caught:
        load(pair, **options)
    assert str(caught.value), "every code has its sentence"
    return caught.value.code


@pytest.fixture
def copy(llama: tuple[Path, Path], tmp_path: Path) -> Path:
    """A target folder to break."""
    return Path(shutil.copytree(llama[0], tmp_path / "copy"))


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_engine_and_transformers_agree_on_every_architecture(architecture: str, folders) -> None:
    pair = load(pair_of(*folders[architecture]))
    settings = RunSettings(temperature=0.0, max_new_tokens=24, k=3, prompt="the cat sat on")
    ids = Run(pair).prompt_ids(settings)
    theirs = pair.target.model.generate(torch.tensor([ids]), max_new_tokens=24, do_sample=False, pad_token_id=0)
    expected = theirs[0, len(ids) :].tolist()
    assert committed(Run(pair).autoregressive(settings, ids)) == expected
    for repair in ("lazy", "eager"):
        assert committed(Run(pair).speculative(settings.but(repair=repair), ids)) == expected
    assert committed(Run(pair).speculative(settings.but(method="lookup"), ids)) == expected


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_a_loaded_pair_says_what_it_is(architecture: str, folders) -> None:
    target, draft = folders[architecture]
    pair = load(pair_of(target, draft), device="cpu")
    assert (pair.name, pair.dtype, pair.device) == (pair_of(target, draft), "float32", "cpu")
    assert (pair.target.name, pair.draft.name) == ("target", "draft")
    assert pair.target.vocab_size == pair.draft.vocab_size == 300
    assert pair.target.max_length == 256
    assert pair.target.eos_ids == {0}
    assert pair.target.model.config._attn_implementation == "sdpa"
    assert not any(p.requires_grad for p in pair.target.model.parameters())
    assert len(pair.target.checksum) == 64
    assert pair.target.checksum != pair.draft.checksum


def test_checksum_is_that_of_the_file(llama) -> None:
    import hashlib

    expected = hashlib.sha256((llama[0] / "model.safetensors").read_bytes()).hexdigest()
    assert load(str(llama[0])).target.checksum == expected


def test_one_folder_is_a_pair_without_a_draft(llama) -> None:
    pair = load(str(llama[0]))
    assert pair.draft is None
    settings = RunSettings(max_new_tokens=4, prompt="the cat")
    run = Run(pair)
    ids = run.prompt_ids(settings)
    assert len(committed(run.speculative(settings.but(method="lookup"), ids))) == 4
    with pytest.raises(SpecvizError, match="no draft model"):
        list(run.speculative(settings, ids))


@pytest.mark.parametrize(("name", "dtype"), [("bfloat16", torch.bfloat16), ("float16", torch.float16)])
def test_dtype_is_the_one_asked_for(name: str, dtype: torch.dtype, llama) -> None:
    pair = load(pair_of(*llama), dtype=name)
    assert (pair.dtype, pair.target.dtype, pair.draft.dtype) == (name, dtype, dtype)


def test_auto_dtype_is_measured_once_and_remembered(llama, own_cache: Path) -> None:
    chosen = load(str(llama[0]), dtype="auto").dtype
    assert chosen in ("float32", "bfloat16")
    note = own_cache / precision.NOTE
    key = next(key for key, value in json.loads(note.read_text()).items() if value == chosen)
    other = {"float32": "bfloat16", "bfloat16": "float32"}[chosen]
    note.write_text(json.dumps({key: other}))
    assert load(str(llama[0]), dtype="auto").dtype == other, "a remembered choice is not measured again"
    note.write_text("not json")
    assert load(str(llama[0]), dtype="auto").dtype in ("float32", "bfloat16")


def test_threads_are_measured_once_and_remembered(llama, own_cache: Path, monkeypatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setattr(precision, "most_threads", lambda: 4)
    before = torch.get_num_threads()
    pair = load(str(llama[0]))
    assert pair.threads in (1, 2, 4)
    assert torch.get_num_threads() == before, "measuring leaves no trace"
    note = own_cache / precision.NOTE
    key, _ = json.loads(note.read_text()).popitem()
    note.write_text(json.dumps({key: "2"}))
    assert load(str(llama[0])).threads == 2, "a remembered choice is not measured again"
    note.write_text(json.dumps({key: "7"}))
    assert load(str(llama[0])).threads in (1, 2, 4), "nobody chose 7"
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert load(str(llama[0])).threads == 4, "what the reader set stands"


def test_a_run_computes_with_the_threads_of_its_pair(llama) -> None:
    before = torch.get_num_threads()
    run = Run(replace(load(str(llama[0])), threads=before + 1))
    try:
        list(run.autoregressive(RunSettings(max_new_tokens=2), [1, 2, 3]))
        assert torch.get_num_threads() == before + 1
    finally:
        torch.set_num_threads(before)


def test_sharded_weights(tmp_path: Path) -> None:
    model = random_model("llama")
    folder = save(tmp_path / "sharded", model, byte_level(), max_shard_size="40KB")
    assert len(list(folder.glob("*.safetensors"))) > 1
    pair = load(str(folder))
    for ours, theirs in zip(pair.target.model.parameters(), model.parameters(), strict=True):
        assert torch.equal(ours, theirs)
    next(folder.glob("*-00002-*")).unlink()
    assert code_of(str(folder)) == "model_corrupt"


def test_padded_vocabularies_are_cut_to_the_tokens_there_are(tmp_path: Path, llama) -> None:
    small = save(tmp_path / "padded-320", random_model("llama", vocab=320), byte_level())
    large = save(tmp_path / "padded-384", random_model("llama", vocab=384, seed=1), byte_level())
    pair = load(pair_of(small, large))
    assert pair.target.vocab_size == pair.draft.vocab_size == pair.tokenizer.size == 300
    settings = RunSettings(prompt="the cat", temperature=1.0, max_new_tokens=40, k=4)
    run = Run(pair)
    rounds = list(run.speculative(settings, run.prompt_ids(settings)))
    assert max(committed(rounds)) < 300
    assert all(abs(sum(c.top.q) + c.top.q_rest - 1) < 1e-3 for r in rounds for c in r.candidates if c.top)


def test_different_tokenizers_are_refused_and_the_ids_named(tmp_path: Path, llama) -> None:
    other = save(tmp_path / "other", random_model("llama", vocab=300), sentence_piece())
    with pytest.raises(SpecvizError) as caught:
        load(pair_of(llama[0], other))
    assert caught.value.code == "tokenizers_differ"
    assert "0: '<|eos|>' ≠ '<unk>'" in caught.value.params["examples"]
    assert caught.value.params["count"] == 300
    assert (caught.value.params["target"], caught.value.params["draft"]) == ("target", "other")


def test_one_differing_token_is_enough(copy: Path, llama) -> None:
    tokenizer = json.loads((copy / "tokenizer.json").read_text())
    vocabulary = tokenizer["model"]["vocab"]
    (last,) = [token for token, i in vocabulary.items() if i == 299]
    tokenizer["model"]["merges"] = [m for m in tokenizer["model"]["merges"] if "".join(m) != last]
    vocabulary["~~"] = vocabulary.pop(last)
    (copy / "tokenizer.json").write_text(json.dumps(tokenizer))
    with pytest.raises(SpecvizError) as caught:
        load(pair_of(llama[0], copy))
    assert caught.value.params["count"] == 1
    assert caught.value.params["examples"].endswith("'~~'")


@pytest.mark.parametrize("layer", ["DynamicSlidingWindowLayer"])
@pytest.mark.parametrize("make", [
    lambda **c: MistralForCausalLM(MistralConfig(sliding_window=8, num_key_value_heads=2, **c)),
    lambda **c: Gemma2ForCausalLM(Gemma2Config(sliding_window=8, num_key_value_heads=2, head_dim=8, **c)),
], ids=["mistral", "gemma2"])  # fmt: skip
def test_a_sliding_window_is_refused_by_the_name_of_its_layer(make: Callable, layer: str, tmp_path: Path) -> None:
    model = make(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4, vocab_size=300)
    with pytest.raises(SpecvizError) as caught:
        load(str(save(tmp_path / "windowed", model, byte_level())))
    assert (caught.value.code, caught.value.params) == ("cache_unsupported", {"model": "windowed", "layer": layer})


def test_a_recurrent_model_is_refused(tmp_path: Path) -> None:
    model = MambaForCausalLM(MambaConfig(vocab_size=300, hidden_size=16, num_hidden_layers=2, state_size=4))
    assert code_of(str(save(tmp_path / "mamba", model, byte_level()))) == "cache_unsupported"


def test_a_model_that_predicts_no_next_token_is_refused(tmp_path: Path) -> None:
    shape = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    folder = save(tmp_path / "bert", BertModel(BertConfig(vocab_size=300, **shape)), byte_level())
    config = json.loads((folder / "config.json").read_text())
    assert code_of(str(folder)) in ("model_not_causal", "model_corrupt")
    (folder / "config.json").write_text(json.dumps(config | {"model_type": "vit"}))
    assert code_of(str(folder)) == "model_not_causal"


def truncated_weights(folder: Path) -> None:
    file = folder / "model.safetensors"
    file.write_bytes(file.read_bytes()[:-100])


def random_bytes(folder: Path) -> None:
    (folder / "model.safetensors").write_bytes(b"\xff" * 1000)


def empty_weights(folder: Path) -> None:
    (folder / "model.safetensors").write_bytes(b"")


def broken_config(folder: Path) -> None:
    (folder / "config.json").write_text('{"model_type": "llama",')


def config_of_another_shape(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"hidden_size": 48, "head_dim": 12}))


def one_layer_more(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"num_hidden_layers": 3}))


def words_for_numbers(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"num_hidden_layers": "two"}))


def list_for_a_config(folder: Path) -> None:
    (folder / "config.json").write_text("[]")


def no_config(folder: Path) -> None:
    (folder / "config.json").unlink()


def broken_tokenizer(folder: Path) -> None:
    (folder / "tokenizer.json").write_text("{}")


@pytest.mark.parametrize("damage", [
    truncated_weights, random_bytes, empty_weights, broken_config, config_of_another_shape, one_layer_more,
    words_for_numbers, list_for_a_config, no_config, broken_tokenizer,
])  # fmt: skip
def test_a_damaged_folder_is_one_clear_error(damage: Callable[[Path], None], copy: Path) -> None:
    damage(copy)
    assert code_of(str(copy)) == "model_corrupt"


def test_weights_in_pickles_only(copy: Path) -> None:
    (copy / "model.safetensors").rename(copy / "pytorch_model.bin")
    assert code_of(str(copy)) == "model_pickle"


def test_a_folder_without_weights_without_tokenizer_or_not_there(copy: Path, tmp_path: Path) -> None:
    (copy / "tokenizer.json").rename(copy / "t")
    assert code_of(str(copy)) == "tokenizer_missing"
    (copy / "model.safetensors").unlink()
    assert code_of(str(copy)) == "model_no_weights"
    assert code_of(str(tmp_path / "nowhere")) == "model_missing"


def test_code_that_comes_with_a_model_is_not_run(copy: Path, tmp_path: Path) -> None:
    config = json.loads((copy / "config.json").read_text())
    ran = tmp_path / "ran"
    (copy / "modeling_mine.py").write_text(f"open({str(ran)!r}, 'w')\n")
    classes = {"AutoConfig": "modeling_mine.C", "AutoModelForCausalLM": "modeling_mine.M"}
    mine = {"model_type": "mine", "auto_map": classes}
    (copy / "config.json").write_text(json.dumps(config | mine))
    assert code_of(str(copy)) == "model_remote_code"
    assert not ran.exists()
    (copy / "config.json").write_text(json.dumps(config | {"model_type": "mine"}))
    assert code_of(str(copy)) == "model_unknown"


@pytest.mark.parametrize("pair", ["nope", "", "tiny,", ",tiny", "hub:", "hub:a/b,", "a,b,c", "../x"])
def test_a_name_that_means_nothing(pair: str) -> None:
    assert code_of(pair) in ("pair_unknown", "model_missing")


def test_a_pair_that_was_not_fetched() -> None:
    assert code_of("smollm2") == "pair_not_fetched"


@pytest.mark.parametrize("device", ["cuda:99", "tpu", "", "cpu:x", "meta"])
def test_a_device_that_is_not_here(device: str, llama) -> None:
    assert code_of(str(llama[0]), device=device) == "device_unknown"


@pytest.mark.parametrize("dtype", ["float32", "auto"])
def test_too_little_memory_is_said_before_loading(dtype: str, llama, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "free", lambda device: 1_000_000)
    with pytest.raises(SpecvizError) as caught:
        load(str(llama[0]), dtype=dtype, device="cpu")
    assert caught.value.code == "memory_short"
    assert caught.value.params["needed"].endswith("GiB")
    assert caught.value.params["free"] == "0.0 GiB"


def test_nothing_stays_loaded_after_a_failure(llama, copy: Path) -> None:
    one_layer_more(copy)

    def models() -> int:
        gc.collect()
        return sum(type(o).__name__ == "LlamaForCausalLM" for o in gc.get_objects())

    before = models()
    with pytest.raises(SpecvizError, match="missing") as kept:
        load(pair_of(llama[0], copy))
    assert models() == before, "not even while the page keeps the error"
    assert kept.value.code == "model_corrupt"
