"""Credence: predict on a data stream with honest uncertainty, without tuning."""

from ._forecast import forecast
from ._learner import Prediction
from ._learners import Aggregate, Auto, Conformal
from ._process import CredenceError, ProcessDied

__all__ = ["Aggregate", "Auto", "Conformal", "CredenceError", "Prediction", "ProcessDied", "forecast"]
