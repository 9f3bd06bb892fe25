"""Judges the candidates that export.ts wrote and writes data/generated/. See README.md."""

import os

for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"):
    os.environ[_variable] = "1"  # before numpy is loaded
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import argparse
import json
from importlib.metadata import version
from pathlib import Path

import numpy as np

import candidates
import embed
import features
import kinship
import labels
import neighbours
import opposites
import probability
import report
import rules
import table
import weights
from encoders import MODELS, load_minilm, load_sentence_encoder
from meaning_vectors import meaning_vectors
from vocabulary import Word, comparable_words, read_words

PROJECT = Path(__file__).resolve().parent.parent.parent
SAMPLES = PROJECT / "data" / "quality"
OUT = PROJECT / "data" / "generated"


def vectors_of(work: Path, words: list[Word]) -> features.Vectors:
    glosses = sorted({meaning for word in words for meaning in word.meanings})
    rows = embed.embed(work / "embeddings", "glosses", glosses, load_minilm)
    own = embed.embed(work / "embeddings", "words", [word.text for word in words], load_sentence_encoder)
    return features.Vectors(meaning_vectors(words, glosses, rows), own, glosses, rows)


def judge_synonyms(work: Path, words: list[Word], vectors: features.Vectors, settings: dict, fit: bool):
    near = neighbours.load_or_make(work / "neighbours", vectors.meanings, settings["neighbours"]["least_cosine"])
    pairs, bridge, _ = candidates.merge(candidates.read_weights(work / "bridge.tsv", words), near)
    measures = features.measure(words, pairs, bridge, vectors)
    own = settings["synonyms"]
    first = own["first"]
    sample = labels.read_sample([SAMPLES / "dev-relations-synonyms.tsv"], words, pairs)
    if fit:
        first["coefficients"] = probability.fit(features.NAMES, measures[sample.rows], sample.accepted)
    percents = probability.percent(measures, first["coefficients"])
    wanted = percents >= first["least"]
    wanted[sample.rows] = True
    pairs, measures, percents = pairs[wanted], measures[wanted], percents[wanted]
    for rule in rules.SYNONYM_RULES:
        together = ~rules.apart(words, pairs, rule)
        print(f"{rule.__name__} takes away {(~together).sum()} of {len(pairs)} pairs")
        pairs, measures, percents = pairs[together], measures[together], percents[together]

    curated = candidates.read_pairs(work / "curated.tsv", words, "syn")
    company = np.where(percents >= first["company"], percents, 0)
    measures = np.hstack([measures, kinship.measure(words, pairs, vectors, curated, company)])
    names = (*features.NAMES, *kinship.NAMES)
    sample = labels.read_sample(sorted(SAMPLES.glob("dev-relations-synonyms*.tsv")), words, pairs)
    if fit:
        own["coefficients"] = probability.fit(names, measures[sample.rows], sample.accepted)
    print("Synonyms, judged by models that have not seen them:")
    report.print_limits(sample, report.unseen_percent(names, measures[sample.rows], sample.accepted))

    percents = probability.percent(measures, own["coefficients"])
    likely = percents >= own["near"]
    pairs, percents = pairs[likely], percents[likely]
    apart = candidates.read_weights(work / "opposites.tsv", words).keys()
    apart = apart | candidates.read_pairs(work / "curated.tsv", words, "ant")
    apart = apart | candidates.read_pairs(work / "denied.tsv", words, "syn")
    together = np.fromiter((tuple(pair) not in apart for pair in pairs.tolist()), bool, len(pairs))
    print(f"Known opposites and denied pairs take away {(~together).sum()} of {len(pairs)} pairs")
    return table.strongest(pairs[together], percents[together], own["most_per_word"])


def judge_antonyms(work: Path, words: list[Word], vectors: features.Vectors, settings: dict, fit: bool):
    found = candidates.read_weights(work / "opposites.tsv", words)
    pairs = np.array(sorted(found), np.int32)
    bridge = np.array([found[tuple(pair)] for pair in pairs.tolist()], np.int32)
    measures = opposites.measure(words, pairs, bridge, vectors)
    own = settings["antonyms"]
    sample = labels.read_sample([SAMPLES / "dev-relations-antonyms.tsv"], words, pairs)
    if fit:
        own["coefficients"] = probability.fit(opposites.NAMES, measures[sample.rows], sample.accepted)
    unseen = report.unseen_percent(opposites.NAMES, measures[sample.rows], sample.accepted)
    print("Antonyms:")
    report.print_limits(sample, unseen)

    percents = probability.percent(measures, own["coefficients"])
    kept = percents >= own["near"]
    for rule in rules.ANTONYM_RULES:
        kept &= ~rules.apart(words, pairs, rule)
    denied = candidates.read_pairs(work / "denied.tsv", words, "ant")
    kept &= np.fromiter((tuple(pair) not in denied for pair in pairs.tolist()), bool, len(pairs))
    return table.strongest(pairs[kept], percents[kept], own["most_per_word"])


def provenance_of(work: Path, settings: dict, counts: dict[str, int]) -> dict:
    versions = {package: version(package) for package in ("numpy", "tokenizers", *(m["package"] for m in MODELS))}
    return {
        "made_by": "scripts/relations",
        "licence": "CC BY-SA 4.0: made with CC-CEDICT's glosses",
        "models": MODELS,
        "weights_sha256": {f"{package}/{file}": value for (package, file), value in weights.CHECKSUMS.items()},
        "packages": versions,
        "inputs": json.loads((work / "export.json").read_text(encoding="utf-8")),
        "settings": settings,
        "counts": counts,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True, help="the folder that export.ts wrote to")
    parser.add_argument("--out", type=Path, default=OUT, help="where the table is to lie (default: data/generated)")
    parser.add_argument("--fit", action="store_true", help="fit the model to the labelled samples anew first")
    options = parser.parse_args()

    settings = probability.read_settings()
    words = comparable_words(read_words(options.work))
    vectors = vectors_of(options.work, words)
    found = {
        "synonyms": judge_synonyms(options.work, words, vectors, settings, options.fit),
        "antonyms": judge_antonyms(options.work, words, vectors, settings, options.fit),
    }
    if options.fit:
        probability.SETTINGS.write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")
    counts = {"words": len(words), **{kind: len(pairs) for kind, pairs in found.items()}}
    strict = {kind: settings[kind]["strict"] for kind in found}
    text = table.table_text([word.text for word in words], found, strict)
    size = table.write(options.out, text, provenance_of(options.work, settings, counts))
    print(f"{counts['synonyms']} synonyms and {counts['antonyms']} antonyms of {counts['words']} words: {size} bytes")


if __name__ == "__main__":
    main()
