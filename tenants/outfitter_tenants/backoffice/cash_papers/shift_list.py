"""Shifts as rows of a CSV file: one for each currency of a shift, amounts in whole units."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Final

from outfitter.kit import zones
from outfitter.kit.csv_cells import safe
from outfitter.kit.money import Money
from outfitter_tenants.ledger.queries.cash_shifts import CurrencySum, ShiftRow

_KINDS: Final = ("float", "payment", "refund", "void", "correction", "paid_in", "paid_out", "drop")
COLUMNS: Final = (
    *("shift", "drawer", "location", "opened_at", "opened_by", "closed_at", "closed_by", "people"),
    *("currency", *_KINDS, "expected", "counted", "difference", "reason", "reopened_because"),
)


def csv_of(rows: Sequence[ShiftRow], names: Mapping[int, str], *, time_zone: str) -> str:
    """Return shifts as CSV, times in the operator's zone; what an open one should hold stays out."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for row in rows:
        head = _head(row, names, time_zone)
        for one in row.sums:
            cells = [*head, *_sum(one, is_open=row.closed_at is None), row.reopen_reason]
            writer.writerow([safe(cell) for cell in cells])
    return out.getvalue()


def _head(row: ShiftRow, names: Mapping[int, str], zone: str) -> list[object]:
    opened = zones.to_local(row.opened_at, zone).isoformat(timespec="seconds")
    closed = zones.to_local(row.closed_at, zone).isoformat(timespec="seconds") if row.closed_at else ""
    return [
        *(row.id, row.drawer, row.location or "", opened, names.get(row.opened_by or 0, ""), closed),
        *(names.get(row.closed_by or 0, ""), ", ".join(names.get(one, "") for one in row.members)),
    ]


def _sum(one: CurrencySum, *, is_open: bool) -> list[object]:
    def whole(minor: int | None) -> object:
        return "" if minor is None else Money(minor, one.currency).major

    expected = None if is_open else one.expected
    ends = (expected, one.counted, one.difference)
    kinds = [whole(one.by_kind.get(kind, 0)) for kind in _KINDS]
    return [one.currency, *kinds, *(whole(end) for end in ends), one.reason]
