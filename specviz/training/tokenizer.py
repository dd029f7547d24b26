"""The byte-level BPE tokenizer of the Tiny World pair.

`<|eos|>` (id 0) stands in front of every document and therefore also behind the one before. The post-processor
adds it to every encoded prompt, so a model never sees an empty context. Digits are single tokens. Text typed by
a reader never turns into the control token: the string "<|eos|>" is encoded as ordinary characters.
"""

from collections.abc import Iterable
from pathlib import Path

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import PreTrainedTokenizerFast

EOS = "<|eos|>"
EOS_ID = 0
VOCABULARY = 1536
CONTEXT = 1024
_WORDS = Regex(r"\p{N}| ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")


def train_tokenizer(documents: Iterable[str], size: int = VOCABULARY) -> PreTrainedTokenizerFast:
    """Learn a byte-level BPE of `size` entries (all 256 bytes and `<|eos|>` included) from documents."""
    backend = Tokenizer(models.BPE())
    backend.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(_WORDS, behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    backend.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=[EOS],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    backend.train_from_iterator(documents, trainer)
    backend.post_processor = processors.TemplateProcessing(
        single=f"{EOS} $A", pair=f"{EOS} $A {EOS} $B", special_tokens=[(EOS, EOS_ID)]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=backend,
        bos_token=EOS,
        eos_token=EOS,
        pad_token=EOS,
        model_max_length=CONTEXT,
        clean_up_tokenization_spaces=False,
        split_special_tokens=True,
        padding_side="left",
    )


def load_tokenizer(folder: Path) -> PreTrainedTokenizerFast:
    """Load the tokenizer of a model folder."""
    return PreTrainedTokenizerFast.from_pretrained(folder)
