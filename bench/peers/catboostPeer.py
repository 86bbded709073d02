"""
CatBoost on the streams of bench/auto.js, by the same protocol: predict, then learn; rows before 50 are not scored.

    python catboostPeer.py FOLDER [STREAM…] [--write]

It is fitted anew every 100 rows, once on all rows so far and once on the last 500; the better of the two in hindsight
counts, as for LightGBM. `--write` puts the numbers into streams.json. FOLDER holds what streams.py builds; shipped data
sets are read from packages/datasets.
"""
import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from catboost import CatBoostClassifier, CatBoostRegressor

HERE = Path(__file__).resolve().parent
PEERS = HERE / "streams.json"
SHIPPED = HERE.parent.parent / "packages" / "datasets" / "data"
FIRST, EVERY, RECENT = 50, 100, 500
SETTINGS = {"iterations": 100, "thread_count": 1, "random_seed": 1, "verbose": False, "allow_writing_files": False}


def table(name, folder):
    for path in [SHIPPED / f"{name}.csv", SHIPPED / f"{name}.csv.gz", folder / f"{name}.csv", folder / f"{name}.csv.gz"]:
        if path.exists():
            return pd.read_csv(path)
    return None


def forecasts(x, y, classes, window):
    """Of each row from the first fit on: a mean, or the probability of the larger label."""
    said = np.full(len(y), np.nan)
    model = None
    for t in range(FIRST, len(y), EVERY):
        past = slice(max(0, t - window), t)
        coming = slice(t, min(len(y), t + EVERY))
        if len(np.unique(y[past])) < 2:
            said[coming] = y[t - 1] if not classes else 0.5
            continue
        model = (CatBoostClassifier if classes else CatBoostRegressor)(**SETTINGS).fit(x[past], y[past])
        said[coming] = model.predict_proba(x[coming])[:, 1] if classes else model.predict(x[coming])
    return said[FIRST:]


def score(said, y, classes):
    if not classes:
        return float(np.sqrt(np.mean((said - y) ** 2)))
    p = np.clip(np.where(y == y.max(), said, 1 - said), 0.01, 0.99)
    return float(-np.mean(np.log(p)))


def main(folder, wanted, write):
    peers = json.loads(PEERS.read_text())
    for name, peer in peers.items():
        rows = None if wanted and name not in wanted else table(name, folder)
        if rows is None:
            continue
        rows = rows.drop(columns="naive", errors="ignore")[: peer["rows"]]
        x, y = rows.iloc[:, :-1].to_numpy(float), rows.iloc[:, -1].to_numpy(float)
        classes = peer["task"] == "classification"
        best = min(score(forecasts(x, y, classes, window), y[FIRST:], classes) for window in (len(y), RECENT))
        scores = peer["logLoss" if classes else "rmse"]
        scores["catboost"] = float(f"{best:.6g}")
        print(name, best, {other: round(best / value, 3) for other, value in scores.items()}, flush=True)
    if write:
        PEERS.write_text(json.dumps(peers, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    main(Path(words[0]), words[1:], "--write" in sys.argv)
