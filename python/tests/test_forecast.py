"""`forecast` of tables."""

import datetime

import pytest

import credence


def table(n=90):
    start = datetime.date(2026, 1, 1)
    return [
        {"day": (start + datetime.timedelta(i)).isoformat(), "sales": 100 + 20 * (i % 7 == 5) + (i * 7) % 5}
        for i in range(n)
    ]


def test_rows_of_dicts_give_rows_of_dicts():
    found = credence.forecast(table(), "sales", steps=7)
    assert [row["step"] for row in found] == ["1", "2", "3", "4", "5", "6", "7", "total"]
    assert found[0]["time"].startswith("2026-04-01")
    assert all(row["lower"] <= row["median"] <= row["upper"] for row in found)
    assert found[-1]["mean"] == pytest.approx(sum(row["mean"] for row in found[:-1]))


def test_pandas_and_polars_give_their_own_and_the_same():
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    plain = credence.forecast(table(), "sales", steps=3)
    frame = credence.forecast(pandas.DataFrame(table()), "sales", steps=3)
    assert isinstance(frame, pandas.DataFrame)
    assert frame["mean"].tolist() == [row["mean"] for row in plain]
    other = credence.forecast(polars.DataFrame(table()), "sales", steps=3)
    assert isinstance(other, polars.DataFrame)
    assert other["mean"].to_list() == frame["mean"].tolist()


def test_an_index_of_times_is_a_column():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(table())
    frame["day"] = pandas.to_datetime(frame["day"])
    found = credence.forecast(frame.set_index("day"), "sales", steps=2)
    assert str(found["time"][0]).startswith("2026-04-01")


def test_each_store_has_a_forecast_of_its_own():
    rows = [{**row, "store": store, "sales": row["sales"] * k} for row in table() for store, k in (("a", 1), ("b", 10))]
    found = credence.forecast(rows, "sales", by="store", time="day", steps=2)
    assert {row["store"] for row in found} == {"a", "b"}


def test_an_unknown_column_is_named():
    with pytest.raises(credence.CredenceError, match="sold"):
        credence.forecast(table(), "sold")
