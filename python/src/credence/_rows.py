"""Tables of pandas, polars, Arrow, numpy and plain Python as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def rows_of(table: Any) -> Iterator[Any]:
    """Rows as dicts, or as sequences where columns have no names."""
    if isinstance(table, Mapping):
        raise TypeError("a table is needed, not one row: use learn_one or predict_one for a single row")
    if hasattr(table, "iter_rows"):
        return table.iter_rows(named=True)  # type: ignore[no-any-return]
    if hasattr(table, "to_pylist"):
        return iter(table.to_pylist())
    if hasattr(table, "columns") and hasattr(table, "itertuples"):
        names = [str(name) for name in table.columns]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"columns must have different names; {twice[0]!r} is there twice")
        return (dict(zip(names, row)) for row in table.itertuples(index=False, name=None))
    if hasattr(table, "tolist"):
        return iter(table.tolist())
    return iter(table)


def values_of(column: Any) -> Iterable[Any]:
    """Outcomes as plain values."""
    if hasattr(column, "tolist"):
        return column.tolist()  # type: ignore[no-any-return]
    if hasattr(column, "to_list"):
        return column.to_list()  # type: ignore[no-any-return]
    return list(column)
