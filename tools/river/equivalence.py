"""Mean squared errors of River's learners on the A->B->C streams, per stream and regime.

    python equivalence.py STREAMS.bin OUT.json LEARNER [SEEDS [FIRST LAST]]

Each entry is the mean over SEEDS seeds; `settled` leaves out the first 100 rounds. River 0.20.1 for all but `amf`, which needs the corrected
aggregation (0.26.1; 0.20.1 shares a child's mean with its parent).
"""
import json
import sys
import time

import numpy as np
import river
from river import ensemble, forest, linear_model, preprocessing, tree

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


def main():
    source, out, name = sys.argv[1:4]
    seeds = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    first, last = (int(sys.argv[5]), int(sys.argv[6])) if len(sys.argv) > 6 else (0, 30)
    streams = np.fromfile(source).reshape(-1, 3000, 11)
    keys = list("abcdefghij")
    result = {"river": river.__version__, "learner": name, "seeds": seeds, "mse": [], "settled": []}
    for s in range(first, last):
        start = time.time()
        rows = [dict(zip(keys, map(float, r[:10]))) for r in streams[s]]
        ys = [float(r[10]) for r in streams[s]]
        runs = [regimes(MAKE[name](1000 * s + k), rows, ys) for k in range(seeds)]
        for key, values in zip(("mse", "settled"), np.mean(runs, axis=0)):
            result[key].append([float(v) for v in values])
        with open(out, "w") as f:
            json.dump(result, f)
        print(name, s, result["mse"][-1], round(time.time() - start, 1), flush=True)


main()
