"""From settings and a loaded pair to rounds and a trace: the one path every page, command and benchmark takes.

A `Run` owns the caches of one reader; all else about a run is data (settings, prompt ids, rounds so far), so it can
be paused, forked and taken up again. Which pairs exist and how they load is the business of `models`.
"""

import platform
from collections.abc import Iterator, Sequence
from importlib.metadata import version

import torch
from msgspec.structs import replace

import specviz
from specviz.engine.clock import Clock
from specviz.engine.decode import CORRECT, Parts, autoregressive, speculative
from specviz.engine.draft_head import HeadModel
from specviz.engine.drafters import make_drafter
from specviz.engine.draws import Draws
from specviz.engine.language_model import CachedModel
from specviz.engine.on_device import ON_DEVICE
from specviz.engine.stopping import visible_text
from specviz.models import LoadedPair
from specviz.models.memory import SPREAD
from specviz.settings import RunSettings, to_plain
from specviz.trace import VERSION, Environment, Round, Trace, token_ids


class Run:
    """One reader's caches over a shared pair. Not for two threads at once."""

    def __init__(self, pair: LoadedPair) -> None:
        self.pair = pair
        self.target = CachedModel(pair.target, keep_hidden=pair.head is not None)
        self.draft: CachedModel | HeadModel | None = None
        if pair.draft:
            self.draft = CachedModel(pair.draft)
        elif pair.head:
            self.draft = HeadModel(pair.head, self.target)

    def forget(self) -> None:
        """Empty both caches, so that the next run reads its prompt again."""
        self.target.truncate(0)
        if self.draft:
            self.draft.truncate(0)

    def prompt_ids(self, settings: RunSettings) -> tuple[int, ...]:
        """Ids of the prompt. Raises `SpecvizError` for an empty one or one the pair cannot format."""
        return tuple(self.pair.tokenizer.encode(settings.prompt, settings.prompt_format))

    def speculative(
        self,
        settings: RunSettings,
        prompt_ids: Sequence[int],
        *,
        history: Sequence[Round] = (),
        draws: Draws | None = None,
        laws: bool = True,
        parts: Parts = CORRECT,
    ) -> Iterator[Round]:
        """Rounds that follow `history`; see `engine.decode.speculative`."""
        parts = self._parts(parts, laws)
        return speculative(
            self.target,
            make_drafter(settings, len(prompt_ids), self.draft, parts.arithmetic),
            settings,
            prompt_ids,
            history=history,
            draws=draws,
            decode=self.pair.tokenizer.decode,
            laws=laws,
            parts=parts,
            clock=self._clock(),
        )

    def autoregressive(
        self, settings: RunSettings, prompt_ids: Sequence[int], *, draws: Draws | None = None, laws: bool = True
    ) -> Iterator[Round]:
        """Ordinary decoding of the same pair's target; see `engine.decode.autoregressive`."""
        return autoregressive(
            self.target,
            settings,
            prompt_ids,
            draws=draws,
            decode=self.pair.tokenizer.decode,
            laws=laws,
            parts=self._parts(CORRECT, laws),
            clock=self._clock(),
        )

    def trace(self, settings: RunSettings, prompt_ids: Sequence[int], rounds: Sequence[Round]) -> Trace:
        """The record of a run, complete with texts and the place it was made.

        Only its last round says why it ended: a round that had once ended the run for want of room did not, when the
        run was taken up again with more.
        """
        rounds = (*(replace(r, stop="") if r.stop else r for r in rounds[:-1]), *rounds[-1:])
        tokenizer = self.pair.tokenizer
        texts, partial = tokenizer.texts(sorted(token_ids(prompt_ids, rounds)))
        new = [i for r in rounds for i in r.committed]
        return Trace(
            version=VERSION,
            settings=to_plain(settings),
            prompt_ids=tuple(prompt_ids),
            rounds=rounds,
            texts=texts,
            partial=partial,
            text=visible_text(tokenizer.decode(new), settings.stop),
            environment=environment(self.pair),
        )

    def _parts(self, parts: Parts, laws: bool) -> Parts:
        """A GPU decides by itself where nobody looks at the laws."""
        return ON_DEVICE if parts is CORRECT and not laws and self.pair.target.device.type == "cuda" else parts

    def _clock(self) -> Clock:
        """The clock of a run that begins now, in this thread: torch keeps its number of threads per thread."""
        if torch.get_num_threads() != self.pair.threads:
            torch.set_num_threads(self.pair.threads)
        return Clock(str(self.pair.target.device))


def environment(pair: LoadedPair) -> Environment:
    """Where and with what a trace is made."""
    device, draft = pair.target.device, pair.drafts_with
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else platform.machine()
    return Environment(
        specviz=specviz.__version__,
        torch=str(torch.__version__),
        transformers=version("transformers"),
        device=f"{device.type} ({name})"
        if pair.device != SPREAD
        else f"{SPREAD} ({torch.cuda.device_count()} × {name})",
        dtype=str(pair.target.dtype).removeprefix("torch."),
        threads=pair.threads,
        target=pair.target.name,
        draft=draft.name if draft else "",
        target_checksum=pair.target.checksum,
        draft_checksum=draft.checksum if draft else "",
    )
