"""What is used of transformers, imported in one file.

transformers imports its parts when they are first asked for, by a mechanism that is not made for two threads: of two
that need them first at the same time, one is told that a name does not exist. While a *file* is being imported Python
lets every other thread wait for it, and this is that file. So a server may import it ahead, while readers press Run.
"""

from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer, DynamicCache, LlamaConfig, LlamaForCausalLM
from transformers.cache_utils import Cache, CacheLayerMixin, DynamicLayer
from transformers.convert_slow_tokenizer import bytes_to_unicode
from transformers.models.auto.configuration_auto import CONFIG_MAPPING
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING
from transformers.utils import is_accelerate_available, logging

__all__ = [
    "CONFIG_MAPPING",
    "MODEL_FOR_CAUSAL_LM_MAPPING",
    "AutoConfig",
    "AutoModelForCausalLM",
    "AutoTokenizer",
    "Cache",
    "CacheLayerMixin",
    "DynamicCache",
    "DynamicLayer",
    "LlamaConfig",
    "LlamaForCausalLM",
    "bytes_to_unicode",
    "is_accelerate_available",
    "logging",
]
