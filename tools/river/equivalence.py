"""Mean squared errors of River's learners on the A->B->C streams, per stream and regime.

    python equivalence.py FOLDER OUT.json LEARNER [SEEDS]

FOLDER is what writeStreams.ts wrote. `mse` is the mean over SEEDS seeds; bagged linear regressions also get `settled`,
without the first 100 rounds, and both baggings `paired`: one run with our own Poisson draws. River 0.20.1 for all but `amf`,
which needs the corrected aggregation (0.26.1; 0.20.1 shares a child's mean with its parent).
"""
import json
import sys
import time

import numpy as np
import river
from river import ensemble, forest, linear_model, preprocessing, tree, utils

LEARNERS = 18
SETTLED = 100
MAKE = {
    "hat": lambda seed: tree.HoeffdingAdaptiveTreeRegressor(seed=seed),
    "arf": lambda seed: forest.ARFRegressor(n_models=LEARNERS, seed=seed),
    "baggedLinear": lambda seed: ensemble.BaggingRegressor(
        preprocessing.StandardScaler() | linear_model.LinearRegression(), n_models=LEARNERS, seed=seed
    ),
    "baggedTrees": lambda seed: ensemble.BaggingRegressor(
        tree.HoeffdingTreeRegressor(), n_models=LEARNERS, seed=seed
    ),
    "amf": lambda seed: forest.AMFRegressor(n_estimators=LEARNERS, seed=seed),
}


def regimes(model, rows, ys):
    errors = np.empty(len(rows))
    for t, (x, y) in enumerate(zip(rows, ys)):
        errors[t] = (y - (model.predict_one(x) or 0.0)) ** 2
        model.learn_one(x, y)
    whole = errors.reshape(3, -1).mean(axis=1)
    return whole, np.array([errors[SETTLED:1000].mean(), *whole[1:]])


def paired(name, draws, rows, ys):
    own, given = utils.random.poisson, iter(draws.tolist())
    utils.random.poisson = lambda rate, rng: next(given)
    try:
        return regimes(MAKE[name](0), rows, ys)[0]
    finally:
        utils.random.poisson = own


def main():
    folder, out, name = sys.argv[1:4]
    seeds = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    streams = np.fromfile(f"{folder}/abc.bin").reshape(-1, 3000, 11)
    draws = np.fromfile(f"{folder}/pairedDraws.bin", dtype=np.uint8).reshape(len(streams), -1)
    keys = list("abcdefghij")
    result = {"river": river.__version__, "learner": name, "seeds": seeds}

    def enter(key, values):
        result.setdefault(key, []).append([float(f"{v:.9g}") for v in values])

    for s, stream in enumerate(streams):
        start = time.time()
        rows = [dict(zip(keys, map(float, r[:10]))) for r in stream]
        ys = [float(r[10]) for r in stream]
        whole, settled = np.mean([regimes(MAKE[name](1000 * s + k), rows, ys) for k in range(seeds)], axis=0)
        enter("mse", whole)
        if name == "baggedLinear":
            enter("settled", settled)
        if name.startswith("bagged"):
            enter("paired", paired(name, draws[s], rows, ys))
        with open(out, "w") as f:
            json.dump(result, f, separators=(",", ":"))
        print(name, s, result["mse"][-1], round(time.time() - start, 1), flush=True)


main()
