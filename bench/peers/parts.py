"""Writes small public tables as NAME.csv, target y, for `node bench/auto.js parts`.

    python bench/peers/parts.py FOLDER

They come with scikit-learn, statsmodels, River and Plotly. Rows stay in their order, 2,500 at most.
"""
import sys
from pathlib import Path

import pandas as pd
import plotly
import river
import statsmodels
from sklearn.datasets import load_diabetes

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
of_statsmodels = Path(statsmodels.__file__).parent / "datasets"
of_river = Path(river.__file__).parent
of_plotly = Path(plotly.__file__).parent / "package_data" / "datasets"


def put(table, name, y, time=None):
    table = table.rename(columns={y: "y", **({time: "time"} if time else {})})
    others = [column for column in table.columns if column not in ("time", "y")]
    times = ["time"] if time else []
    table[times + others + ["y"]].head(2500).to_csv(folder / f"{name}.csv", index=False)


put(load_diabetes(as_frame=True, scaled=False).frame, "diabetes", "target")
put(pd.read_csv(of_statsmodels / "randhie/randhie.csv"), "visits", "mdvis")
elnino = pd.read_csv(of_statsmodels / "elnino/elnino.csv")
months = [
    (f"{int(row.iloc[0])}-{month:02d}-01", row.iloc[month])
    for _, row in elnino.iterrows()
    for month in range(1, 13)
]
put(pd.DataFrame(months, columns=["time", "y"]).dropna(), "elnino", "y", "time")
macro = pd.read_csv(of_statsmodels / "macrodata/macrodata.csv")
macro["time"] = [f"{int(year)}-{int(3 * quarter - 2):02d}-01" for year, quarter in zip(macro.year, macro.quarter)]
put(macro[["time", "realcons"]], "consumption", "realcons", "time")
before = macro[["realinv", "unemp", "tbilrate"]].shift(1)
put(pd.concat([macro[["time", "realcons"]], before], axis=1).dropna(), "consumption_with_columns", "realcons", "time")
put(pd.read_csv(of_river / "datasets/trump_approval.csv.gz"), "approval", "five_thirty_eight")
lives = pd.read_csv(of_plotly / "gapminder.csv.gz").sort_values(["year", "country"])
lives["country"] = lives["country"].str.replace(",", "")
put(lives[["country", "continent", "pop", "gdpPercap", "lifeExp"]], "lives", "lifeExp")
put(pd.read_csv(of_plotly / "tips.csv.gz").drop(columns=["time"]), "tips", "tip")
put(pd.read_csv(of_plotly / "carshare.csv.gz"), "carshare", "car_hours")
brent = pd.read_csv(of_river / "drift/datasets/brent_crude_oil.csv")
brent["day"] = pd.to_datetime(brent["day"]).dt.strftime("%Y-%m-%d")
put(brent, "oil", "DPB", "day")
put(pd.read_csv(of_river / "drift/datasets/bitcoin.csv"), "bitcoin", "price", "date")
room = pd.read_csv(of_river / "drift/datasets/occupancy.csv")
put(room[["time", "V1"]], "room", "V1", "time")
put(pd.read_csv(of_river / "drift/datasets/run_log.csv"), "runs", "Pace", "time")
put(pd.read_csv(of_river / "datasets/sp500.csv.gz"), "returns", "next_day_return", "date")
