"""`forecast`: the next rows of a table, by `credence forecast`."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from ._process import run_command
from ._rows import rows_of


def forecast(
    table: Any,
    target: str,
    *,
    steps: int | None = None,
    until: str | None = None,
    time: str | None = None,
    by: str | Sequence[str] | None = None,
    known: str | Sequence[str] | None = None,
    holidays: str | None = None,
    zone: str | None = None,
    coverage: float = 0.9,
) -> Any:
    """The next rows of a table, each with an interval, and their total.

    ``table`` is a DataFrame of pandas or polars, or rows as dicts; the answer is of the same kind. Its
    columns: those of ``by``, ``step`` (the last is ``"total"``), ``time``, ``mean``, ``median``,
    ``sd``, ``lower``, ``upper``.

    Rows at the end without an outcome are the rows asked about; columns that they carry are known.
    """
    options = {
        "--target": target,
        "--steps": steps,
        "--until": until,
        "--time": time,
        "--by": _names(by),
        "--known": _names(known),
        "--holidays": holidays,
        "--zone": zone,
        "--coverage": coverage,
    }
    given = [part for name, value in options.items() if value is not None for part in (name, str(value))]
    out = run_command(["forecast", "-", *given, "--format", "csv", "--quiet"], _csv(table).encode())
    return _like(table, out)


def _names(given: str | Sequence[str] | None) -> str | None:
    return given if given is None or isinstance(given, str) else ",".join(given)


def _csv(table: Any) -> str:
    if hasattr(table, "write_csv"):
        return str(table.write_csv())
    if hasattr(table, "to_csv"):
        # A table that is indexed by time has no column of it.
        indexed = table.index.name is not None or getattr(table.index, "nlevels", 1) > 1
        return str(table.to_csv(index=indexed))
    rows = [dict(row) for row in rows_of(table)]
    names = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


FIELDS = ("step", "time", "mean", "median", "sd", "lower", "upper")


def _like(table: Any, out: bytes) -> Any:
    """The records as a table of the kind that was given; keys as they were there."""
    rows = [_typed(row) for row in csv.DictReader(io.StringIO(out.decode()))]
    keys = [name for name in rows[0] if name not in FIELDS] if rows else []
    if hasattr(table, "write_csv"):
        import polars

        found = polars.DataFrame(rows, infer_schema_length=None)
        found = found.with_columns(polars.col(key).cast(table.schema[key]) for key in keys)
        times = polars.col("time").str.to_datetime(strict=False, time_zone="UTC")
        dates = polars.col("time").str.to_date(strict=False)
        best = dates if found["time"].str.len_chars().max() == 10 else times
        return found.with_columns(best) if _has_times(rows) else found
    if hasattr(table, "to_csv"):
        import pandas

        frame = pandas.DataFrame(rows)
        for key in keys:
            frame[key] = frame[key].astype(table[key].dtype if key in table else object)
        if _has_times(rows):
            frame["time"] = pandas.to_datetime(frame["time"], errors="coerce")
        return frame
    return rows


def _has_times(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Whether times are dates, and not numbers or missing."""
    return len(rows) > 0 and "-" in str(rows[0].get("time") or "")[1:]


def _typed(row: Mapping[str, str]) -> dict[str, Any]:
    cells: dict[str, Any] = dict(row)
    for name in ("mean", "median", "sd", "lower", "upper"):
        cells[name] = float(cells[name]) if cells[name] != "" else float("nan")
    cells["time"] = cells.get("time") or None
    return cells
