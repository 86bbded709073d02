"""The Python in the docs is Python, and names what is there."""

import ast
import pathlib
import re

import pytest

import credence

ROOT = pathlib.Path(__file__).parents[2]
PAGES = [page for page in (ROOT / "README.md", ROOT / "docs/python.md", ROOT / "python/README.md") if page.exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_compile_and_import_what_exists(page):
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(), re.S)
    assert blocks
    for block in blocks:
        for node in ast.walk(ast.parse(block)):
            if isinstance(node, ast.ImportFrom) and node.module == "credence":
                assert all(hasattr(credence, alias.name) for alias in node.names)
