"""What the model and each rule do to the labelled sample, with every pair judged by a model that has not seen it."""

import numpy as np

import probability
import rules
from labels import Sample
from vocabulary import Word

FOLDS = 10
ROUNDS = 5


def unseen_percent(names: tuple[str, ...], measures: np.ndarray, accepted: np.ndarray) -> np.ndarray:
    """Likelihood of each labelled pair by models fitted to nine tenths of the sample that do not hold it; mean of five rounds."""
    sums = np.zeros(len(accepted))
    for seed in range(ROUNDS):
        fold = np.random.RandomState(seed).permutation(len(accepted)) % FOLDS
        for held in range(FOLDS):
            rest = fold != held
            fitted = probability.fit(names, measures[rest], accepted[rest])
            sums[~rest] += probability.percent(measures[~rest], fitted)
    return sums / ROUNDS


def print_limits(sample: Sample, percents: np.ndarray, kept: np.ndarray) -> None:
    """Share accepted from each likelihood on."""
    print(f"{len(sample.rows)} labelled pairs, {sample.accepted.mean():.3f} acceptable")
    for limit in (60, 65, 70, 72, 75, 78, 80, 85, 90):
        some = kept & (percents >= limit)
        if some.any():
            print(
                f"  from {limit} %: {some.sum():4} pairs, {sample.accepted[some].mean():.3f} acceptable,"
                f" {sample.strict[some].mean():.3f} strict"
            )


def print_rules(sample: Sample, words: list[Word], pairs: np.ndarray, percents: np.ndarray, near: int) -> np.ndarray:
    """What each rule takes away of the pairs that would be shown; answers which labelled pairs no rule keeps apart."""
    kept = np.ones(len(sample.rows), bool)
    for rule in rules.SYNONYM_RULES:
        apart = rules.apart(words, pairs[sample.rows], rule)
        shown = apart & (percents >= near)
        kept &= ~apart
        print(
            f"  {rule.__name__}: apart {apart.sum()} ({sample.accepted[apart].sum()} acceptable),"
            f" of those shown {shown.sum()} ({sample.accepted[shown].sum()} acceptable)"
        )
    return kept
