"""Times River's learners on a stream of doubles: python riverPeer.py FILE LEARNER ROUNDS.

Prints a JSON object with rounds per second and the mean squared error.
"""
import functools
import json
import struct
import sys
import time

import river
from river import ensemble, forest, linear_model, neighbors, preprocessing, tree, utils

EUCLIDEAN = functools.partial(utils.math.minkowski_distance, p=2)
MAKE = {
    "knn": lambda: neighbors.KNNRegressor(
        engine=neighbors.LazySearch(window_size=250, dist_func=EUCLIDEAN)
    ),
    "hoeffdingTree": lambda: tree.HoeffdingTreeRegressor(),
    "hoeffdingAdaptiveTree": lambda: tree.HoeffdingAdaptiveTreeRegressor(seed=1),
    "adaptiveRandomForest": lambda: forest.ARFRegressor(seed=1),
    "baggedLinear": lambda: ensemble.BaggingRegressor(
        preprocessing.StandardScaler() | linear_model.LinearRegression(), seed=1
    ),
    "baggedTrees": lambda: ensemble.BaggingRegressor(tree.HoeffdingTreeRegressor(), seed=1),
    "mondrianForest": lambda: forest.AMFRegressor(seed=1),
}

path, name, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
with open(path, "rb") as f:
    values = [v for (v,) in struct.iter_unpack("<d", f.read(rounds * 11 * 8))]
keys = [f"x{j}" for j in range(10)]
rows = [(dict(zip(keys, values[i : i + 10])), values[i + 10]) for i in range(0, rounds * 11, 11)]

model, squares = MAKE[name](), 0.0
start = time.perf_counter()
for x, y in rows:
    squares += (y - (model.predict_one(x) or 0.0)) ** 2
    model.learn_one(x, y)
seconds = time.perf_counter() - start
print(json.dumps({"river": river.__version__, "rate": rounds / seconds, "mse": squares / rounds}))
