"""What a learner promises, alone."""

import copy
import csv
import decimal
import io
import math
import pickle

import pytest

import credence
from credence._process import run_command


def learn(model, rows):
    return [model.learn(x, y) for x, y in rows]


def test_numbers_are_bit_for_bit_those_of_the_command_line(rows):
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["size", "kind", "y"])
    writer.writerows([x["size"], x["kind"], y] for x, y in rows)
    command = ["run", "-", "--target", "y", "--task", "regression", "--format", "csv", "--quiet"]
    records = list(csv.DictReader(io.StringIO(run_command(command, text.getvalue().encode()).decode())))
    found = learn(credence.Auto("regression"), rows)
    assert len(records) == len(found)
    for record, prediction in zip(records, found):
        for name in ("mean", "lower", "upper"):
            own = getattr(prediction, name)
            if math.isfinite(own):
                assert float(record[name]) == own


def test_a_copy_goes_on_by_itself(rows):
    model = credence.Auto("regression")
    learn(model, rows[:40])
    twins = [copy.deepcopy(model), pickle.loads(pickle.dumps(model))]
    alone = learn(model, rows[40:])
    for twin in twins:
        assert learn(twin, rows[40:]) == alone


def test_a_copy_of_what_has_learnt_nothing_is_one_that_has_learnt_nothing():
    twin = copy.deepcopy(credence.Auto())
    assert twin.rounds == 0
    assert twin.predict_one({"x": 1}) is None


def test_many_rows_at_once_are_the_same_as_one_by_one(rows):
    one, many = credence.Auto("regression"), credence.Auto("regression")
    alone = learn(one, rows)
    assert many.learn_many([x for x, _ in rows], [y for _, y in rows]) == alone
    assert many.predict_many([x for x, _ in rows[:3]]) == [one.predict_row(x) for x, _ in rows[:3]]


def test_intervals_are_infinite_until_enough_is_known(rows):
    model = credence.Auto("regression")
    assert model.predict_row(rows[0][0]).interval == (-math.inf, math.inf)
    learn(model, rows)
    lower, upper = model.predict_interval_one(rows[0][0])
    assert -10 < lower < upper < 10


def test_classes_have_probabilities():
    model = credence.Auto()
    for i in range(60):
        model.learn_one({"x": i % 10}, "high" if i % 10 > 4 else "low")
    assert model.predict_one({"x": 9}) == "high"
    assert sum(model.predict_proba_one({"x": 9}).values()) == pytest.approx(1)


RECIPE = {
    "task": "regression",
    "target": "y",
    "features": ["x"],
    "prepare": {"scale": "none", "intercept": False},
    "experts": [{"kind": "conjugate", "noise": 0.1, "priorVariance": 100}],
    "loss": "squared",
}


def test_a_recipe_is_a_learner():
    model = credence.Aggregate(
        RECIPE
    )
    for i in range(30):
        model.learn_one({"x": i / 10}, i / 5)
    assert model.predict_one({"x": 1.0}) == pytest.approx(2, abs=0.01)


def test_features_that_a_recipe_does_not_name_are_those_of_the_first_row():
    unnamed = {name: value for name, value in RECIPE.items() if name != "features"}
    named, found = credence.Aggregate(RECIPE), credence.Aggregate(unnamed)
    for i in range(10):
        assert found.learn({"x": i / 10}, i / 5) == named.learn({"x": i / 10}, i / 5)
    assert credence.Aggregate("svb-ea").learn({"a": 1, "b": 2}, 1).mean == 0
    with pytest.raises(credence.CredenceError, match="'b'|\"b\""):
        found.learn({"b": 1}, 1)


def test_conformal_intervals_cover():
    import random

    draw = random.Random(3)
    band = credence.Conformal(coverage=0.8)
    band.learn_many([0.0] * 600, [draw.gauss(0, 1) for _ in range(600)])
    lower, upper = band.predict_interval(5)
    assert 3 < lower < 5 < upper < 7
    assert band.coverage == pytest.approx(0.8, abs=0.05)


def test_gaps_times_and_numpy_are_cells(rows):
    numpy = pytest.importorskip("numpy")
    import datetime

    model = credence.Auto("regression")
    for i in range(12):
        row = {"at": datetime.datetime(2026, 1, 1 + i), "a": numpy.float64(i), "b": None if i % 3 else math.nan}
        model.learn_one(row, numpy.int64(i))
    assert model.rounds == 12


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda m: m.learn_one({"x": 1}, None), ValueError, "an outcome must be"),
        (lambda m: m.learn_one({"x": math.inf}, 1), ValueError, "must be finite"),
        (lambda m: m.learn_one({"x": object()}, 1), TypeError, "a cell must be"),
        (lambda m: m.learn_many([{"x": 1}], [1, 2]), ValueError, "one for each"),
        (lambda m: m.partial_fit({"x": 1}, [1]), TypeError, "a table is needed"),
        (lambda m: m.learn_one({"x": 1}, "word"), credence.CredenceError, "number"),
    ],
)
def test_a_mistake_is_named_and_changes_nothing(call, error, words):
    model = credence.Auto("regression")
    model.learn_one({"x": 1}, 1)
    with pytest.raises(error, match=words):
        call(model)
    assert model.rounds == 1


def test_an_unknown_recipe_says_what_is_wrong():
    with pytest.raises(credence.CredenceError, match="svb-ea"):
        credence.Aggregate("svb-ae").learn_one({"x": 1}, 1)


def test_tables_are_rows(rows):
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    xs, ys = [x for x, _ in rows], [y for _, y in rows]
    plain = credence.Auto("regression").learn_many(xs, ys)
    tables = (
        (pandas.DataFrame(xs), pandas.Series(ys)),
        (polars.DataFrame(xs), polars.Series(ys)),
        (pyarrow.Table.from_pylist(xs), pyarrow.array(ys)),
    )
    for table, outcomes in tables:
        model = credence.Auto("regression")
        assert model.learn_many(table, outcomes) == plain
        assert model.predict_many(table[:3]) == model.predict_many(xs[:3])


def test_a_row_of_pandas_is_its_cells_also_where_they_are_missing():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"x": range(40), "k": pandas.array([None, 1] * 20, dtype="Int64")})
    one, other = credence.Auto("regression"), credence.Auto("regression")
    for (_, row), y in zip(table.iterrows(), range(40)):
        one.learn_one(row, y)
    other.partial_fit(table, range(40))
    row = {"x": decimal.Decimal(40), "k": None}
    assert one.predict_row(row) == other.predict_row(row)
    assert abs(one.predict_one(row) - 40) < 4
    with pytest.raises(TypeError, match="dict, a Series or a list"):
        one.predict_one("abc")
    with pytest.raises(ValueError, match="'k' is there twice"):
        one.partial_fit(pandas.concat([table, table], axis=1), range(40))


def test_several_levels_are_all_there_and_nested():
    band = credence.Conformal(coverage=[0.5, 0.9])
    band.learn_many([0] * 60, [(i * 7) % 11 for i in range(60)])
    (low, high), (wide_low, wide_high) = band.predict(0).levels
    assert wide_low <= low <= high <= wide_high
    assert wide_high - wide_low > high - low
