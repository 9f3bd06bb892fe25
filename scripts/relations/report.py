"""What the model does to the labelled sample, with every pair judged by a model that has not seen it."""

import numpy as np

import probability
from labels import Sample

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


def print_limits(sample: Sample, percents: np.ndarray) -> None:
    """Share accepted from each likelihood on."""
    print(f"{len(sample.rows)} labelled pairs, {sample.accepted.mean():.3f} acceptable")
    for limit in (60, 65, 70, 72, 75, 78, 80, 82, 84, 86, 88, 90, 92, 94):
        some = percents >= limit
        if some.any():
            print(
                f"  from {limit} %: {some.sum():4} pairs, {sample.accepted[some].mean():.3f} acceptable,"
                f" {sample.strict[some].mean():.3f} strict"
            )
