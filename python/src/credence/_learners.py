"""`Auto`, `Aggregate` and `Conformal`, in the words of River and of scikit-learn."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from ._learner import Learner, Prediction
from ._process import CredenceError

Self = TypeVar("Self", bound="Rows")


class Rows(Learner):
    """A learner over rows of columns, as a dict, or as a sequence of cells."""

    # --- as River calls it ---

    def predict_one(self, x: Any) -> Any:
        """The most probable class, or the expected number; ``None`` while nothing is known."""
        return self._best(self.predict_row(x))

    def predict_proba_one(self, x: Any) -> dict[Any, float]:
        return dict(self.predict_row(x).probabilities)

    def predict_interval_one(self, x: Any) -> tuple[float, float]:
        """The interval that holds the outcome as often as ``coverage`` asks."""
        return self.predict_row(x).interval

    def learn_one(self, x: Any, y: Any) -> None:
        self.learn(x, y)

    # --- as scikit-learn calls it ---

    def fit(self: Self, X: Any, y: Any) -> Self:
        """Forgets, then learns the rows in their order."""
        self.forget()
        return self.partial_fit(X, y)

    def partial_fit(self: Self, X: Any, y: Any) -> Self:
        """Learns the rows in their order."""
        self.learn_many(X, y)
        return self

    def predict(self, X: Any) -> Any:
        """For one row (a dict) its prediction; for a table an array, a number or class for each row."""
        if isinstance(X, Mapping):
            return self.predict_row(X)
        return _array([self._best(found) for found in self.predict_many(X)])

    def predict_interval(self, X: Any) -> Any:
        """For one row (a dict) a pair; for a table an array of pairs."""
        if isinstance(X, Mapping):
            return self.predict_row(X).interval
        return _array([found.interval for found in self.predict_many(X)])

    def _best(self, found: Prediction) -> Any:
        if found.label is not None:
            return found.label
        return None if found.mean != found.mean else found.mean


class Auto(Rows):
    """A learner that needs no settings: give it rows with numbers, words, times and gaps.

    ``task`` is ``"regression"``, ``"classification"`` or ``"series"``; absent, it is found from the
    first outcome. ``time`` names the column of times. ``ahead`` rows pass between a prediction and its
    outcome. ``path`` names a folder to keep the state in.
    """

    def __init__(
        self,
        task: str | None = None,
        *,
        coverage: float = 0.9,
        time: str | None = None,
        ahead: int = 1,
        path: str | os.PathLike[str] | None = None,
    ) -> None:
        self.task = task
        self.coverage_asked = coverage
        recipe: dict[str, Any] = {"preset": "auto", "coverage": coverage}
        if task is not None:
            recipe["as"] = task
        if time is not None:
            recipe["time"] = time
        if ahead != 1:
            recipe["ahead"] = ahead
        super().__init__(recipe, path)

    def _options(self) -> dict[str, Any]:
        options: dict[str, Any] = {k: v for k, v in self._recipe.items() if k not in ("preset", "as")}
        return {"task": self.task, **options}


class Aggregate(Rows):
    """A learner from a recipe, as ``credence run`` takes it: a dict, or the name of a preset.

    Features that the recipe does not name are those of the first row.
    """

    def __init__(
        self, recipe: Mapping[str, Any] | str, *, path: str | os.PathLike[str] | None = None
    ) -> None:
        super().__init__({"preset": recipe} if isinstance(recipe, str) else recipe, path)

    def _submit(self, events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        try:
            self._ready()
        except CredenceError as error:
            first = events[0]["input"] if events else None
            if error.code != "unknown-column" or not isinstance(first, Mapping):
                raise
            self._recipe = {**self._recipe, "features": list(first)}
            self._name_model()
        return super()._submit(events)


class Conformal(Learner):
    """Intervals around forecasts that somebody else makes.

    >>> band = Conformal(coverage=0.9)
    >>> lower, upper = band.predict_interval(forecast)
    >>> band.learn(forecast, y)
    """

    def __init__(
        self,
        coverage: float | Sequence[float] = 0.9,
        *,
        path: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        recipe = {"task": "conformal", "target": "y", "forecast": "forecast", "coverage": coverage}
        super().__init__({**recipe, **options}, path)

    def predict(self, forecast: float) -> Prediction:
        """The interval around a forecast, and what else is known about the outcome."""
        return self.predict_row(forecast)

    def predict_interval(self, forecast: float) -> tuple[float, float]:
        return self.predict(forecast).interval

    def _options(self) -> dict[str, Any]:
        rest = {k: v for k, v in self._recipe.items() if k not in ("task", "target", "forecast")}
        return rest


def _array(values: Iterable[Any]) -> Any:
    """An array of numpy where there is one, else a list."""
    listed = list(values)
    try:
        import numpy
    except ImportError:
        return listed
    return numpy.asarray([numpy.nan if value is None else value for value in listed])
