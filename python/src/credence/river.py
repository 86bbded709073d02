"""Learners as River knows them: they work in pipelines, in ``evaluate.progressive_val_score``, with every metric."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from river import base

from ._learners import Aggregate, Auto, Conformal, Rows

if TYPE_CHECKING:
    _Wrapper = base.Wrapper[Any]
else:
    # Not every version of River has wrappers with a parameter.
    _Wrapper = base.Wrapper

__all__ = ["AggregateRegressor", "AutoClassifier", "AutoRegressor", "ConformalRegressor"]


class _Held(base.Estimator):
    """Holds a learner of this package and speaks River's words."""

    _learner: Rows

    def learn_one(self, x: dict[Any, Any], y: Any) -> None:
        self._learner.learn_one(_named(x), y)

    @property
    def coverage_seen(self) -> float:
        """The part of outcomes that lay in their intervals."""
        return self._learner.coverage


class _Regressor(_Held, base.Regressor):
    def predict_one(self, x: dict[Any, Any]) -> float:
        found = self._learner.predict_one(_named(x))
        # River's metrics need a number before the first outcome too.
        return 0.0 if found is None else float(found)

    def predict_interval(self, x: dict[Any, Any]) -> tuple[float, float]:
        return self._learner.predict_interval_one(_named(x))


class AutoRegressor(_Regressor):
    """``credence.Auto`` for numbers."""

    def __init__(
        self, coverage: float = 0.9, time: str | None = None, path: str | os.PathLike[str] | None = None
    ) -> None:
        self.coverage = coverage
        self.time = time
        self.path = path
        self._learner = Auto("regression", coverage=coverage, time=time, path=path)


class AggregateRegressor(_Regressor):
    """``credence.Aggregate``: a recipe, or the name of a preset."""

    def __init__(
        self, recipe: Mapping[str, Any] | str, path: str | os.PathLike[str] | None = None
    ) -> None:
        self.recipe = recipe
        self.path = path
        self._learner = Aggregate(recipe, path=path)


class AutoClassifier(_Held, base.Classifier):
    """``credence.Auto`` for classes of any kind that can be a key."""

    def __init__(self, coverage: float = 0.9, path: str | os.PathLike[str] | None = None) -> None:
        self.coverage = coverage
        self.path = path
        self._learner = Auto("classification", coverage=coverage, path=path)
        self._classes: dict[str, Any] = {}

    @property
    def _multiclass(self) -> bool:
        return True

    def learn_one(self, x: dict[Any, Any], y: Any) -> None:
        # The child knows classes by their text; the caller gets back what it gave.
        self._classes.setdefault(str(y), y)
        self._learner.learn_one(_named(x), str(y))

    def predict_proba_one(self, x: dict[Any, Any], **kwargs: Any) -> dict[Any, float]:
        found = self._learner.predict_proba_one(_named(x))
        return {self._classes.get(name, name): p for name, p in found.items()}


class ConformalRegressor(_Wrapper, base.Regressor):
    """Intervals around any regressor of River.

    >>> model = ConformalRegressor(linear_model.LinearRegression(), coverage=0.9)
    """

    def __init__(self, regressor: Any, coverage: float = 0.9) -> None:
        self.regressor = regressor
        self.coverage = coverage
        self._band = Conformal(coverage)

    @property
    def _wrapped_model(self) -> Any:
        return self.regressor

    @classmethod
    def _unit_test_params(cls) -> Any:
        from river import linear_model

        yield {"regressor": linear_model.LinearRegression()}

    def learn_one(self, x: dict[Any, Any], y: float, **kwargs: Any) -> None:
        self._band.learn(self.predict_one(x), y)
        self.regressor.learn_one(x, y, **kwargs)

    def predict_one(self, x: dict[Any, Any], **kwargs: Any) -> float:
        return float(self.regressor.predict_one(x, **kwargs))

    def predict_interval(self, x: dict[Any, Any]) -> tuple[float, float]:
        return self._band.predict_interval(self.predict_one(x))


def _named(x: Mapping[Any, Any]) -> dict[str, Any]:
    """Sorted by name: to River the order of features has no meaning."""
    named = {str(name): value for name, value in x.items()}
    return {name: named[name] for name in sorted(named)}
