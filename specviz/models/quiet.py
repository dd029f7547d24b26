"""transformers and the hub client without progress bars and hints on the console: what matters is said by specviz."""

import huggingface_hub

from specviz.engine.libraries import logging


def quieten() -> None:
    """For the whole process; called by whatever is about to use either library."""
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    huggingface_hub.utils.disable_progress_bars()
