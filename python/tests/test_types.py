"""The package is typed, and a program that uses it is checked by its types."""

import importlib.util
import pathlib
import subprocess
import sys

import pytest

import credence

CHECKERS = {
    "mypy": ["mypy", "--strict", "--ignore-missing-imports", "--no-incremental"],
    "basedpyright": ["basedpyright", "--level", "error", "--pythonpath", sys.executable],
}

RIGHT = """
from credence import Auto, Conformal, Prediction, forecast

model = Auto("regression", coverage=0.8, path=None)
model.learn_one({"x": 1.0}, 2.0)
found: Prediction = model.predict_row({"x": 1.0})
lower, upper = found.interval
width: float = upper - lower
band: tuple[float, float] = Conformal().predict_interval(1.0)
many: list[Prediction] = model.learn_many([{"x": 1}], [1])
state: bytes = model.save()
table = forecast([{"y": 1}], "y", steps=3, by=["a", "b"])
"""

WRONG = """
from credence import Auto, Conformal, forecast

Auto(coverage="most")
Conformal().predict_interval("soon")
forecast([], "y", steps="three")
name: str = Auto().predict_row({}).mean
"""


def check(checker: str, *paths: object) -> tuple[int, str]:
    if importlib.util.find_spec(checker) is None:
        pytest.skip(f"{checker} is not installed")
    command = [sys.executable, "-m", *CHECKERS[checker], *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def write(folder: pathlib.Path, text: str) -> pathlib.Path:
    (folder / "pyproject.toml").write_text('[tool.basedpyright]\ntypeCheckingMode = "standard"\n')
    program = folder / "program.py"
    program.write_text(text)
    return program


@pytest.mark.slow
@pytest.mark.parametrize("checker", CHECKERS)
def test_the_package_has_no_type_errors(checker, tmp_path):
    code, said = check(checker, pathlib.Path(credence.__file__).parent)
    assert code == 0, said


@pytest.mark.slow
@pytest.mark.parametrize("checker", CHECKERS)
def test_a_right_program_passes_and_each_wrong_line_is_found(checker, tmp_path):
    code, said = check(checker, write(tmp_path, RIGHT))
    assert code == 0, said
    code, said = check(checker, program := write(tmp_path, WRONG))
    assert code == 1
    for line in range(4, 8):
        assert f"{program.name}:{line}" in said
