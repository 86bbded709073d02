"""Learners as scikit-learn knows them: ``fit``, ``partial_fit``, ``predict``, pipelines, ``clone`` and grids."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, RegressorMixin, clone
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from ._learner import Prediction
from ._learners import Auto, Conformal

__all__ = ["AutoClassifier", "AutoRegressor", "ConformalRegressor"]

Self = TypeVar("Self", bound="_Held")


class _Held(BaseEstimator):  # type: ignore[misc]
    """Holds a learner of this package; rows are learnt in their order."""

    _task = ""

    def __init__(self, coverage: float = 0.9, time: str | None = None) -> None:
        self.coverage = coverage
        self.time = time

    def fit(self: Self, X: Any, y: Any) -> Self:
        """Forgets, then learns the rows in their order."""
        return self._take(X, y, first=True)

    def _take(self: Self, X: Any, y: Any, first: bool, classes: Any = None) -> Self:
        found, targets = validate_data(
            self,
            X,
            y,
            reset=first,
            ensure_all_finite="allow-nan",
            dtype=None,
            y_numeric=self._task == "regression",
        )
        outcomes = self._outcomes(targets, first, classes)
        if first:
            self.learner_ = Auto(self._task, coverage=self.coverage, time=self.time)
        self.learner_.learn_many(_table(X, found), outcomes)
        return self

    def _outcomes(self, y: Any, first: bool, classes: Any) -> Any:
        return y.tolist()

    def _predictions(self, X: Any) -> list[Prediction]:
        check_is_fitted(self, "learner_")
        found = validate_data(self, X, reset=False, ensure_all_finite="allow-nan", dtype=None)
        return self.learner_.predict_many(_table(X, found))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.string = True
        return tags


class AutoRegressor(RegressorMixin, _Held):  # type: ignore[misc]
    """``credence.Auto`` for numbers."""

    _task = "regression"

    def partial_fit(self, X: Any, y: Any) -> AutoRegressor:
        """Learns the rows in their order."""
        return self._take(X, y, not hasattr(self, "learner_"))

    def predict(self, X: Any) -> Any:
        return np.array([found.mean for found in self._predictions(X)])

    def predict_interval(self, X: Any) -> Any:
        """An array of pairs: the interval of each row."""
        return np.array([found.interval for found in self._predictions(X)])


class AutoClassifier(ClassifierMixin, _Held):  # type: ignore[misc]
    """``credence.Auto`` for classes."""

    _task = "classification"
    classes_: Any

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> AutoClassifier:
        """Learns the rows in their order; classes may come at any time."""
        return self._take(X, y, not hasattr(self, "learner_"), classes)

    def _outcomes(self, y: Any, first: bool, classes: Any) -> Any:
        check_classification_targets(y)
        seen = np.unique(y) if classes is None else np.unique(np.asarray(classes))
        self.classes_ = seen if first else np.union1d(self.classes_, seen)
        # The child knows classes by their text.
        return [str(label) for label in y]

    def predict_proba(self, X: Any) -> Any:
        found = self._predictions(X)
        names = [str(label) for label in self.classes_]
        even = 1 / len(names)
        rows = [[row.probabilities.get(n, 0.0 if row.probabilities else even) for n in names] for row in found]
        return np.array(rows)

    def predict(self, X: Any) -> Any:
        best = np.argmax(self.predict_proba(X), axis=1)
        return self.classes_[best]


def _table(given: Any, checked: Any) -> Any:
    """Words and times of a table stay what they are; all else as it was checked."""
    return given if hasattr(given, "columns") else checked


class ConformalRegressor(MetaEstimatorMixin, RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Intervals around any regressor that learns by ``partial_fit``, or that was fitted before.

    >>> model = ConformalRegressor(SGDRegressor(), coverage=0.9)
    >>> for X, y in batches:
    ...     model.partial_fit(X, y)
    >>> model.predict_interval(X)
    """

    estimator_: Any

    def __init__(self, estimator: Any, coverage: float = 0.9) -> None:
        self.estimator = estimator
        self.coverage = coverage

    def partial_fit(self, X: Any, y: Any) -> ConformalRegressor:
        """Judges the forecasts made before, then lets the regressor learn the rows."""
        if not hasattr(self, "band_"):
            self.band_ = Conformal(self.coverage)
            learns = hasattr(self.estimator, "partial_fit")
            self.estimator_ = clone(self.estimator) if learns else self.estimator
        elif hasattr(self.estimator_, "partial_fit"):
            self._judge(X, y)
        if hasattr(self.estimator_, "partial_fit"):
            self.estimator_.partial_fit(X, y)
        else:
            self._judge(X, y)
        return self

    def fit(self, X: Any, y: Any) -> ConformalRegressor:
        """Fits on the first half of the rows, and calibrates on the rest."""
        half = max(1, len(y) // 2)
        self.band_ = Conformal(self.coverage)
        self.estimator_ = clone(self.estimator)
        self.estimator_.fit(X[:half], y[:half])
        self._judge(X[half:], y[half:])
        return self

    def _judge(self, X: Any, y: Any) -> None:
        self.band_.learn_many([float(f) for f in self.estimator_.predict(X)], np.asarray(y).tolist())

    def predict(self, X: Any) -> Any:
        check_is_fitted(self, "estimator_")
        return self.estimator_.predict(X)

    def predict_interval(self, X: Any) -> Any:
        found = self.band_.predict_many([float(f) for f in self.predict(X)])
        return np.array([row.interval for row in found])
