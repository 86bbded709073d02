"""River's and scikit-learn's own checks."""

import itertools
import warnings

import pytest

river = pytest.importorskip("river")
sklearn = pytest.importorskip("sklearn")

from river import checks, datasets, evaluate, linear_model, metrics, preprocessing  # noqa: E402
from sklearn.utils.estimator_checks import check_estimator  # noqa: E402

from credence import river as for_river  # noqa: E402
from credence import sklearn as for_sklearn  # noqa: E402

RIVER = [
    for_river.AutoRegressor(),
    for_river.AutoClassifier(),
    for_river.ConformalRegressor(linear_model.LinearRegression()),
]


@pytest.mark.slow
@pytest.mark.parametrize("model", RIVER, ids=lambda model: type(model).__name__)
def test_passes_rivers_checks(model):
    for check in checks.yield_checks(model):
        check(model.clone())


@pytest.mark.slow
@pytest.mark.parametrize("model", [for_sklearn.AutoRegressor(), for_sklearn.AutoClassifier()])
def test_passes_scikit_learns_checks(model):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_estimator(model)


def test_works_in_rivers_evaluation():
    rows = itertools.islice(datasets.TrumpApproval(), 80)
    mae = evaluate.progressive_val_score(rows, for_river.AutoRegressor(), metrics.MAE())
    assert mae.get() < 3
    rows = itertools.islice(datasets.Phishing(), 80)
    loss = evaluate.progressive_val_score(rows, for_river.AutoClassifier(), metrics.LogLoss())
    assert loss.get() < 1


def test_wraps_a_model_of_river_in_intervals():
    model = for_river.ConformalRegressor(preprocessing.StandardScaler() | linear_model.LinearRegression())
    for x, y in itertools.islice(datasets.TrumpApproval(), 200):
        lower, upper = model.predict_interval(x)
        assert lower <= upper
        model.learn_one(x, y)
    assert model._band.coverage > 0.8


def test_wraps_a_model_of_scikit_learn_in_intervals():
    from sklearn.datasets import make_regression
    from sklearn.linear_model import LinearRegression, SGDRegressor

    X, y = make_regression(400, 3, noise=5, random_state=1)
    fitted = for_sklearn.ConformalRegressor(LinearRegression(), coverage=0.8).fit(X, y)
    lower, upper = fitted.predict_interval(X).T
    assert 0.7 < ((lower <= y) & (y <= upper)).mean() < 0.95
    online = for_sklearn.ConformalRegressor(SGDRegressor())
    for start in range(0, 400, 20):
        online.partial_fit(X[start : start + 20], y[start : start + 20])
    assert online.predict_interval(X[:5]).shape == (5, 2)
