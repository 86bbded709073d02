"""Makes the deterministic fixtures with River 0.20.1: python fixtures.py STREAM_FOLDER OUT_FOLDER."""
import functools
import gzip
import json
import sys

import numpy as np
import river
from river import drift, ensemble, forest, linear_model, neighbors, preprocessing, tree, utils
from river.forest import adaptive_random_forest

assert river.__version__ == "0.20.1", river.__version__
source, out = sys.argv[1:3]


def save(name, value):
    text = json.dumps({"river": river.__version__, **value}, separators=(",", ":"))
    with gzip.GzipFile(f"{out}/{name}.json.gz", "wb", mtime=0) as f:
        f.write(text.encode())


def read(name, width):
    return np.fromfile(f"{source}/{name}.bin").reshape(-1, width)


def examples(rows):
    keys = [f"x{j}" for j in range(rows.shape[1] - 1)]
    return [(dict(zip(keys, map(float, r[:-1]))), float(r[-1])) for r in rows]


def predictions(model, rows):
    result = []
    for x, y in examples(rows):
        result.append(float(f"{model.predict_one(x):.10g}"))
        model.learn_one(x, y)
    return result


def splits(node):
    if not hasattr(node, "children"):
        return None
    return [int(node.feature[1:]), node.threshold, splits(node.children[0]), splits(node.children[1])]


def hoeffding(name, rows, **options):
    model = tree.HoeffdingTreeRegressor(**options)
    means = predictions(model, rows)
    return {"name": name, "options": options, "predictions": means, "splits": splits(model._root)}


def knn(rows, k, window, method):
    engine = neighbors.LazySearch(
        window_size=window, dist_func=functools.partial(utils.math.minkowski_distance, p=2)
    )
    model = neighbors.KNNRegressor(n_neighbors=k, engine=engine, aggregation_method=method)
    result = []
    for x, y in examples(rows):
        result.append(model.predict_one(x))
        model.learn_one(x, y)
    return {"k": k, "window": window, "method": method, "predictions": result}


def detections(values, delta):
    detector, found, widths = drift.ADWIN(delta=delta), [], []
    for t, value in enumerate(values):
        detector.update(float(value))
        if detector.drift_detected:
            found.append(t)
        if t % 500 == 499:
            widths.append([detector.width, detector.total, detector.variance])
    return {"delta": delta, "detections": found, "windows": widths}


def drawing(name):
    draws = iter(np.fromfile(f"{source}/{name}.bin", dtype=np.uint8).tolist())
    return lambda rate, rng: next(draws)


def bagged(model, rows):
    utils.random.poisson = drawing("bagDraws")
    return predictions(ensemble.BaggingRegressor(model, n_models=5), rows)


def grown(rows, **options):
    adaptive_random_forest.poisson = drawing("forestDraws")
    model = forest.ARFRegressor(n_models=5, max_features=10, seed=1, **options)
    means = predictions(model, rows)
    return {"predictions": means, "warnings": model.n_warnings_detected(), "drifts": model.n_drifts_detected()}


abc, wide = read("abc", 11), read("wide", 5)
save("adwin", {"streams": [[detections(v, d) for d in (0.002, 0.01)] for v in read("drift", 5000)]})
save(
    "hoeffdingTree",
    {
        "runs": [
            hoeffding("abc", abc[:3000]),
            hoeffding("wide", wide),
            hoeffding("wide", wide, leaf_prediction="mean", grace_period=100),
            hoeffding("abc", abc[:3000], leaf_prediction="model", delta=0.01, grace_period=50),
        ]
    },
)
save(
    "knn",
    {
        "runs": [
            {"stream": "abc", **knn(abc[:700], 5, 250, "mean")},
            {"stream": "abc", **knn(abc[:700], 7, 100, "weighted_mean")},
            {"stream": "wide", **knn(wide[:700], 5, 250, "weighted_mean")},
        ]
    },
)
save(
    "bagging",
    {
        "linear": bagged(preprocessing.StandardScaler() | linear_model.LinearRegression(), abc[:3000]),
        "trees": bagged(tree.HoeffdingTreeRegressor(), abc[:3000]),
    },
)


def adaptive(name, rows, **options):
    model = tree.HoeffdingAdaptiveTreeRegressor(bootstrap_sampling=False, seed=1, **options)
    means = predictions(model, rows)
    counts = [model.n_alternate_trees, model.n_switch_alternate_trees, model.n_pruned_alternate_trees]
    return {"name": name, "options": options, "predictions": means, "alternates": counts}


save(
    "hoeffdingAdaptiveTree",
    {
        "runs": [
            adaptive("abc", abc[:3000]),
            adaptive("abc", abc[3000:9000], leaf_prediction="mean", grace_period=50, delta=0.05),
        ]
    },
)
save(
    "adaptiveRandomForest",
    {"median": grown(abc[:3000]), "mean": grown(abc[:3000], aggregation_method="mean", leaf_prediction="mean")},
)
