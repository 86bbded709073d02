"""The package is typed, and a program that uses it is checked by its types."""

import importlib.util
import os
import pathlib
import shutil
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


def check(checker: str, folder: pathlib.Path, name: str) -> tuple[int, str]:
    """What a checker says of a file or a package in a folder of its own, under the settings of the package."""
    if importlib.util.find_spec(checker) is None:
        pytest.skip(f"{checker} is not installed")
    (folder / "pyproject.toml").write_text('[tool.basedpyright]\ntypeCheckingMode = "standard"\n')
    command = [sys.executable, "-m", *CHECKERS[checker], name]
    parent = str(pathlib.Path(credence.__file__).parents[1])
    # mypy finds what is installed, and a source tree only if it is told.
    env = os.environ if "site-packages" in parent else {**os.environ, "MYPYPATH": parent}
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=env)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("checker", CHECKERS)
def test_the_package_has_no_type_errors(checker, tmp_path):
    # A copy: where the package is installed, mypy would take all that is installed beside it for ours.
    sources = pathlib.Path(credence.__file__).parent
    shutil.copytree(sources, tmp_path / "credence", ignore=shutil.ignore_patterns("_js"))
    code, said = check(checker, tmp_path, "credence")
    assert code == 0, said


@pytest.mark.slow
@pytest.mark.parametrize("checker", CHECKERS)
def test_a_right_program_passes_and_each_wrong_line_is_found(checker, tmp_path):
    (tmp_path / "right.py").write_text(RIGHT)
    (tmp_path / "wrong.py").write_text(WRONG)
    code, said = check(checker, tmp_path, "right.py")
    assert code == 0, said
    code, said = check(checker, tmp_path, "wrong.py")
    assert code == 1
    for line in range(4, 8):
        assert f"wrong.py:{line}" in said
