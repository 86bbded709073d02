"""Learners: a state behind a key of the child process."""

from __future__ import annotations

import base64
import datetime
import decimal
import hashlib
import json
import math
import numbers
import os
import uuid
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ._process import CredenceError, Process, ProcessDied, expect, shared
from ._rows import rows_of, values_of

#: Events in one go: enough to make the way to the child cheap, few enough to hear of trouble soon.
BATCH = 256


@dataclass(frozen=True)
class Prediction:
    """What is predicted about one row."""

    #: Expected outcome; ``nan`` while nothing is known, or where classes are predicted.
    mean: float
    #: Standard deviation of the outcome.
    sd: float
    #: Ends of the interval; infinite while too little is known to promise one.
    lower: float
    upper: float
    #: The most probable class, and the probability of each; ``None`` and empty for numbers.
    label: Any = None
    probabilities: Mapping[Any, float] = field(default_factory=dict)
    #: The interval at each coverage, in the order asked for, where several were.
    levels: tuple[tuple[float, float], ...] = ()
    #: As likely too large as too small, where that is known; else ``nan``.
    median: float = math.nan

    @property
    def interval(self) -> tuple[float, float]:
        return (self.lower, self.upper)


class Learner:
    """One learner. Its state is bytes in the child process: it can be pickled, copied, and kept in a folder.

    ``path`` names a folder where the state is kept on disk: a learner with the same recipe and folder
    goes on where the last one stopped, also after a crash.
    """

    _recipe: dict[str, Any]

    def __init__(self, recipe: Mapping[str, Any], path: str | os.PathLike[str] | None = None) -> None:
        self._recipe = dict(recipe)
        self._path = None if path is None else os.fspath(path)
        self._open(None)

    def _open(self, saved: bytes | None) -> None:
        self._key = "learner" if self._path is not None else uuid.uuid4().hex
        self._process = shared(self._path)
        self._generation: int | None = None
        self._saved = saved
        self._learnt = saved is not None
        self._name_model()

    def _name_model(self) -> None:
        """Learners with the same recipe are keys of one model."""
        written = json.dumps(self._recipe, sort_keys=True)
        self._model = "m-" + hashlib.sha256(written.encode()).hexdigest()[:32]
        if self._path is None:
            weakref.finalize(self, _drop, self._process, self._model, self._key).atexit = False

    # --- one row ---

    def predict_row(self, x: Any) -> Prediction:
        """All that is predicted about one row. Nothing is learnt."""
        return self._predictions([x])[0]

    def predict_many(self, rows: Any) -> list[Prediction]:
        """Predicts the rows of a table, or rows one by one, as each would be predicted now."""
        return self._predictions(list(rows_of(rows)))

    def learn(self, row: Any, y: Any) -> Prediction:
        """Learns a row with its outcome. Returns what was predicted for it before."""
        return self.learn_many([row], [y])[0]

    def learn_many(self, rows: Any, outcomes: Any) -> list[Prediction]:
        """Learns the rows of a table, or rows one by one, in order. Returns what was predicted for
        each just before it was learnt."""
        given = list(rows_of(rows))
        ys = [self._outcome(y) for y in values_of(outcomes)]
        if len(given) != len(ys):
            raise ValueError(f"{len(given)} rows and {len(ys)} outcomes: there must be one for each")
        events = [
            {"op": "learn", "event": uuid.uuid4().hex, "input": self._input(row), "y": y}
            for row, y in zip(given, ys)
        ]
        found = [self._prediction(body) for body in self._submit(events)]
        self._learnt = self._learnt or len(found) > 0
        return found

    @property
    def rounds(self) -> int:
        """How many outcomes were learnt."""
        view = self._view()
        return 0 if view is None else int(view["rounds"])

    @property
    def coverage(self) -> float:
        """The part of outcomes that lay in their intervals; ``nan`` before the first."""
        view = self._view()
        return _number(((view or {}).get("health") or {}).get("coverage"), math.nan)

    # --- state ---

    def save(self) -> bytes:
        """The state as bytes; ``b""`` if nothing was learnt yet."""
        if not self._learnt and self._path is None:
            return b""
        self._ready()
        try:
            answer = self._process.request("GET", self._at("/state"))
        except CredenceError as error:
            if error.status == 404:
                return b""
            raise
        return base64.b64decode(answer["base64"])

    def restore(self, saved: bytes) -> None:
        """Goes on from bytes of ``save()`` of a learner with the same recipe."""
        if saved == b"":
            self.forget()
            return
        self._generation = None  # What may be lost is replaced.
        self._ready()
        self._restore(saved)
        self._learnt = True

    def forget(self) -> None:
        """Forgets all that was learnt."""
        self._generation = None
        self._ready()
        try:
            self._process.request("DELETE", self._at())
        except CredenceError as error:
            if error.status != 404:
                raise
        self._learnt = False

    def __getstate__(self) -> dict[str, Any]:
        kept = {k: v for k, v in self.__dict__.items() if k not in _OWN}
        return {**kept, "saved": self.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        saved = state.pop("saved")
        self.__dict__.update(state)
        # A copy has a life of its own: only the learner that was opened by a path writes there.
        self._path = None
        self._open(saved or None)

    def __repr__(self) -> str:
        options = ", ".join(f"{k}={v!r}" for k, v in self._options().items())
        return f"{type(self).__name__}({options})"

    def _options(self) -> dict[str, Any]:
        return {"recipe": self._recipe}

    # --- the way to the child ---

    def _predictions(self, rows: Sequence[Any]) -> list[Prediction]:
        events = [{"op": "predict", "input": self._input(row)} for row in rows]
        return [self._prediction(body) for body in self._submit(events)]

    def _submit(self, events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for start in range(0, len(events), BATCH):
            self._ready()
            batch = events[start : start + BATCH]
            lines = [{"model": self._model, "key": self._key, **event} for event in batch]
            for event, answer in zip(batch, self._process.send(lines)):
                # An earlier attempt was learnt, and its answer is not kept any more.
                if answer["status"] == 409 and _code(answer) == "already-taken":
                    found.append({"y": event.get("y")})
                else:
                    found.append(expect(answer))
        return found

    def _ready(self) -> None:
        """Makes the model in a child that does not know it yet, and brings a saved state."""
        self._process.put_model(self._model, self._recipe)
        if self._generation == self._process.generation:
            return
        # Every call says so until there is a state again: an empty learner must not pass for the old one.
        if self._generation is not None and self._learnt and self._path is None:
            raise ProcessDied(
                "the process of credence ended, and this learner was lost with it: make it anew, from a "
                "pickle if there is one, or keep it on disk by path="
            )
        self._generation = self._process.generation
        if self._saved is not None:
            self._restore(self._saved)
            self._saved = None

    def _restore(self, saved: bytes) -> None:
        text = base64.b64encode(saved).decode()
        self._process.request("PUT", self._at("/state"), base64=text, event=uuid.uuid4().hex)

    def _view(self) -> dict[str, Any] | None:
        if not self._learnt and self._path is None:
            return None
        self._ready()
        try:
            return self._process.request("GET", self._at())
        except CredenceError as error:
            if error.status == 404:
                return None
            raise

    def _at(self, rest: str = "") -> str:
        return f"/models/{self._model}/keys/{self._key}{rest}"

    # --- cells ---

    def _input(self, row: Any) -> Any:
        # A row of pandas is no Mapping, and goes over its values.
        if isinstance(row, Mapping) or (hasattr(row, "items") and hasattr(row, "index")):
            return {str(name): cell(value) for name, value in row.items()}
        if isinstance(row, numbers.Real):
            return cell(row)
        if isinstance(row, (str, bytes)) or not hasattr(row, "__iter__"):
            raise TypeError(f"a row must be a dict, a Series or a list of cells; received {row!r}")
        return {f"x{i}": cell(value) for i, value in enumerate(row)}

    def _outcome(self, y: Any) -> Any:
        found = cell(y)
        if found is None:
            raise ValueError(f"an outcome must be a number or a class; received {y!r}")
        return found

    def _prediction(self, body: Mapping[str, Any]) -> Prediction:
        return Prediction(
            mean=_number(body.get("mean"), math.nan),
            sd=_number(body.get("sd"), math.nan),
            lower=_number(body.get("lower"), -math.inf),
            upper=_number(body.get("upper"), math.inf),
            label=body.get("label"),
            probabilities=body.get("probabilities") or {},
            levels=tuple(
                (_number(one.get("lower"), -math.inf), _number(one.get("upper"), math.inf))
                for one in body.get("intervals") or ()
            ),
            median=_number(body.get("median"), math.nan),
        )


#: What belongs to this Python process, and not to the learner.
_OWN = {"_process", "_key", "_generation", "_saved", "_learnt", "_model"}


def _drop(process: Process, model: str, key: str) -> None:
    """Lets the child forget a learner that Python has forgotten."""
    if process.pid is None:
        return
    try:
        process.request("DELETE", f"/models/{model}/keys/{key}")
    except (CredenceError, OSError, ValueError):
        pass


def _code(answer: Mapping[str, Any]) -> str | None:
    body = answer["body"]
    return body.get("code") or str(body.get("type", "")).rsplit("/", 1)[-1]


def _number(value: Any, absent: float) -> float:
    return absent if value is None else float(value)


def cell(value: Any) -> Any:
    """A value as a cell: a number, a text, a truth, or ``None`` for what is missing."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if type(value).__name__ == "NAType":  # pandas.NA, which is neither None nor a number.
        return None
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, (numbers.Real, decimal.Decimal)):
        number = float(value)
        if math.isinf(number):
            raise ValueError(f"a cell must be finite; received {value!r}")
        return None if math.isnan(number) else number
    # Scalars of numpy know the Python value they are.
    item = getattr(value, "item", None)
    if callable(item) and getattr(value, "shape", None) == ():
        return cell(item())
    if isinstance(value, (datetime.datetime, datetime.date)):
        # pandas.NaT is a datetime that is no time.
        return None if value != value else value.isoformat()
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    if hasattr(value, "to_timestamp"):  # pandas.Period
        return cell(value.to_timestamp())
    raise TypeError(f"a cell must be a number, a text, a time or None; received {type(value).__name__}")
