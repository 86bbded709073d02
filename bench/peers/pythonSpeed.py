"""Times the Python package beside River's own models: python pythonSpeed.py ROWS TURNS.

Every learner predicts each row and then learns it, from the start, by turns, so that all meet the same machine.
Prints a JSON list with the median of rows per second and the mean absolute error.
"""
import json
import random
import statistics
import sys
import time

import pandas
import polars
import river
from river import conf, forest, linear_model, neighbors, preprocessing, tree

import credence
from credence.river import AutoRegressor, ConformalRegressor

ROWS, TURNS = int(sys.argv[1]), int(sys.argv[2])
draw = random.Random(1)
XS = [{f"x{j}": draw.gauss(0, 1) for j in range(10)} for _ in range(ROWS)]
YS = [x["x0"] - x["x1"] + 2 * (x["x2"] > 0) + x["x3"] * x["x4"] + draw.gauss(0, 0.5) for x in XS]


def linear():
    return preprocessing.StandardScaler() | linear_model.LinearRegression()


def one_by_one(model):
    def play():
        means = []
        for x, y in zip(XS, YS):
            means.append(model.predict_one(x) or 0.0)
            model.learn_one(x, y)
        return means

    return play


def with_intervals(model, interval):
    def play():
        means = []
        for x, y in zip(XS, YS):
            interval(model, x)
            means.append(model.predict_one(x) or 0.0)
            model.learn_one(x, y)
        return means

    return play


def together(model, table):
    return lambda: [found.mean for found in model.learn_many(table, YS)]


def around():
    """Forecasts that are there already, such as those of another program."""
    band = credence.Conformal()
    return lambda: [found.mean for found in band.learn_many([x["x0"] for x in XS], YS)]


def jackknife(model, x):
    return model.predict_one(x, with_interval=True)


RECIPE = {
    "task": "regression",
    "target": "y",
    "experts": [{"kind": "conjugate", "noise": [0.5, 1, 2], "priorVariance": [1, 10]}],
    "loss": "log-density",
}
FRAME, POLARS = pandas.DataFrame(XS), polars.DataFrame(XS)
CONTESTANTS = {
    "River, linear": lambda: one_by_one(linear()),
    "River, Hoeffding adaptive tree": lambda: one_by_one(tree.HoeffdingAdaptiveTreeRegressor(seed=1)),
    "River, nearest neighbours": lambda: one_by_one(neighbors.KNNRegressor()),
    "River, adaptive random forest": lambda: one_by_one(forest.ARFRegressor(seed=1)),
    "River, linear with its jackknife": lambda: with_intervals(conf.RegressionJackknife(linear()), jackknife),
    "River, linear in `ConformalRegressor`": lambda: with_intervals(
        ConformalRegressor(linear()), ConformalRegressor.predict_interval
    ),
    "`Conformal` around given forecasts, together": around,
    "`Aggregate`, six exact linear experts, together": lambda: together(credence.Aggregate(RECIPE), XS),
    "`Auto`, row by row": lambda: one_by_one(AutoRegressor()),
    "`Auto`, dicts together": lambda: together(credence.Auto("regression"), XS),
    "`Auto`, pandas": lambda: together(credence.Auto("regression"), FRAME),
    "`Auto`, polars": lambda: together(credence.Auto("regression"), POLARS),
}

# The child is started by the first learner: not a part of what is timed.
credence.Conformal().learn(0, 0)
seconds = {name: [] for name in CONTESTANTS}
errors = {}
for _ in range(TURNS):
    for name, make in CONTESTANTS.items():
        play = make()
        start = time.perf_counter()
        means = play()
        seconds[name].append(time.perf_counter() - start)
        known = [(m, y) for m, y in zip(means, YS) if m == m]
        errors[name] = statistics.fmean(abs(y - m) for m, y in known) if known else None
found = [
    {"path": name, "rate": ROWS / statistics.median(times), "error": errors[name]}
    for name, times in seconds.items()
]
print(json.dumps({"river": river.__version__, "found": found}))
