"""How likely people are to accept a pair: a logistic regression on the measures, fitted to the labelled sample."""

import json
from pathlib import Path

import numpy as np

PENALTY = 1.0
STEPS = 60
SETTINGS = Path(__file__).parent / "settings.json"


def fit(names: tuple[str, ...], measures: np.ndarray, accepted: np.ndarray) -> dict[str, int]:
    """Coefficients in thousandths per 1,000 of a measure, and `constant`; ridge-penalised, by Newton's method."""
    design = np.c_[measures / 1000, np.ones(len(measures))]
    penalty = np.r_[np.full(measures.shape[1], PENALTY), 0.0]
    weights = np.zeros(design.shape[1])
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-design @ weights))
        curvature = (design * (likely * (1 - likely))[:, None]).T @ design + np.diag(penalty)
        weights = weights - np.linalg.solve(curvature, design.T @ (likely - accepted) + penalty * weights)
    return dict(zip((*names, "constant"), (int(round(1000 * weight)) for weight in weights)))


def percent(measures: np.ndarray, coefficients: dict[str, int]) -> np.ndarray:
    """Likelihood of each pair in whole per cent, 0 to 99. The measures are in the coefficients' order; sums are of whole numbers, and compared with whole limits."""
    column = np.array([weight for name, weight in coefficients.items() if name != "constant"], np.int64)
    sums = measures.astype(np.int64) @ column + 1000 * coefficients["constant"]
    return np.searchsorted(_limits(), sums, side="right").astype(np.int32)


def _limits() -> np.ndarray:
    """The sum, in millionths, from which a likelihood is 1 %, 2 %, … 99 %."""
    return np.array([round(1e6 * float(np.log(p / (100 - p)))) for p in range(1, 100)], np.int64)


def read_settings() -> dict:
    return json.loads(SETTINGS.read_text(encoding="utf-8"))
