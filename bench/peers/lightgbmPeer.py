"""LightGBM on a stream: predicts every row, and is fitted anew on all rows so far every 100. python lightgbmPeer.py ROWS. Prints µs a row."""
import json
import sys
import time

import lightgbm
import numpy as np

rows = int(sys.argv[1])
rng = np.random.default_rng(1)
X = rng.random((rows, 10))
Y = 10 * np.sin(np.pi * X[:, 0] * X[:, 1]) + 20 * (X[:, 2] - 0.5) ** 2 + 10 * X[:, 3] + 5 * X[:, 4] + rng.standard_normal(rows)
model = None
start = time.perf_counter()
for t in range(rows):
    if model is not None:
        model.predict(X[t : t + 1])
    if t % 100 == 99:
        model = lightgbm.train({"verbosity": -1, "num_threads": 1}, lightgbm.Dataset(X[: t + 1], Y[: t + 1]), 100)
print(json.dumps({"microseconds": 1e6 * (time.perf_counter() - start) / rows}))
