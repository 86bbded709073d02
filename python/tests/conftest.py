import random

import pytest


@pytest.fixture
def rows():
    """Rows with a number and a word, and outcomes that depend on both."""
    draw = random.Random(7)
    xs = [{"size": draw.random(), "kind": draw.choice(["old", "new"])} for _ in range(60)]
    return [(x, 3 * x["size"] + (x["kind"] == "new") + draw.gauss(0, 0.1)) for x in xs]
