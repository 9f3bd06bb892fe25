"""Makes the tables of meanings in data/generated/. See README.md."""

import os

for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"):
    os.environ[_variable] = "1"  # before numpy is loaded
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import argparse
import datetime
import hashlib
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent
sys.path.append(str(PROJECT / "scripts" / "relations"))

import numpy as np

import embed
import table_file
import tokens
import vectors
import weights
from encoders import MODELS, load_minilm, load_sentence_encoder
from lexicon import Lexicon, read_lexicon

NODE = PROJECT / "node_modules" / "node" / "bin" / "node"
FILES = {"words": "meanings.bin.gz", "tokens": "meaning-tokens.bin.gz"}
PROVENANCE = "meanings-provenance.json"


def word_table(work: Path, lexicon: Lexicon) -> np.ndarray:
    """The words' vectors as int8, most popular first."""
    meanings = [found[: len(vectors.GLOSS_WEIGHTS)] for found in lexicon.meanings]
    glosses = sorted({gloss for found in meanings for gloss in found})
    own = embed.embed(work / "embeddings", "words", lexicon.words, load_sentence_encoder)
    rows = embed.embed(work / "embeddings", "glosses", glosses, load_minilm)
    has_gloss = np.array([bool(found) for found in meanings])
    start = vectors.joined(
        vectors.gloss_vectors(meanings, glosses, rows), vectors.unit(own.astype(float)), has_gloss
    )
    return vectors.principal(vectors.retrofitted(start, lexicon.synonyms))


def settings() -> dict:
    return {
        "components": vectors.COMPONENTS,
        "length": vectors.LENGTH,
        "own_share": vectors.OWN_SHARE,
        "gloss_weights": vectors.GLOSS_WEIGHTS,
        "pull": vectors.PULL,
        "rounds": vectors.ROUNDS,
        "most_synonyms": vectors.MOST_SYNONYMS,
        "token_gloss_weights": tokens.GLOSS_WEIGHTS,
        "least_glosses": tokens.LEAST_GLOSSES,
    }


def write(out: Path, work: Path, tables: dict[str, tuple[list[str], np.ndarray]]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    checksums = {}
    for kind, (names, rows) in tables.items():
        data = table_file.content(kind, names, rows)
        checksums[FILES[kind]] = hashlib.sha256(data).hexdigest()
        size = (out / FILES[kind]).write_bytes(table_file.packed(data))
        print(f"{FILES[kind]}: {len(names)} {kind}, {size} bytes, SHA-256 of its content {checksums[FILES[kind]]}")
    about = {
        "made_by": "scripts/meaning",
        "made_on": datetime.date.today().isoformat(),
        "licence": "CC BY-SA 4.0: made with CC-CEDICT's glosses",
        "models": MODELS,
        "weights_sha256": {f"{package}/{file}": value for (package, file), value in weights.CHECKSUMS.items()},
        "packages": {package: version(package) for package in ("numpy", "tokenizers", *(m["package"] for m in MODELS))},
        "inputs": json.loads((work / "meaning-export.json").read_text(encoding="utf-8")),
        "settings": settings(),
        "counts": {kind: len(names) for kind, (names, _) in tables.items()},
        "content_sha256": checksums,
    }
    (out / PROVENANCE).write_text(json.dumps(about, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True, help="a folder outside the project; keeps the embeddings")
    parser.add_argument("--out", type=Path, default=PROJECT / "data" / "generated", help="default: data/generated")
    options = parser.parse_args()

    subprocess.run([NODE, PROJECT / "scripts" / "meaning" / "export.ts", "--out", options.work], check=True)
    lexicon = read_lexicon(options.work)
    rows = word_table(options.work, lexicon)
    tables = {"words": (lexicon.words, rows), "tokens": tokens.token_table(lexicon.meanings, rows.astype(float))}
    write(options.out, options.work, tables)


if __name__ == "__main__":
    main()
