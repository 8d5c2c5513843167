"""Shifts and drawers as calls answer them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from outfitter.kit import zones
from outfitter.kit.coins import coins_of
from outfitter_tenants.ledger.queries import cash_shifts
from outfitter_tenants.ledger.queries.cash_shifts import CurrencySum, MovementRow, ShiftRow
from outfitter_tenants.people import queries as people

PAGE: Final = 50


def drawers(*, avatar_id: int | None, at: datetime) -> dict[str, object]:
    """Return the drawers in use with their open shifts, as one person sees them."""
    settings = people.get_properties()
    rows = cash_shifts.open_shifts()
    names = _names(rows)
    opened = {row.drawer_id: shift(row, names, avatar_id=avatar_id) for row in rows}
    since, until = zones.day_bounds(zones.local_day(at, settings.time_zone), settings.time_zone)
    return {
        "currency": settings.currency,
        "drawers": [
            {
                "id": row.id,
                "name": row.name,
                "version": row.version,
                "location_id": row.location_id,
                "location": row.location,
                "shift": opened.get(row.id),
            }
            for row in cash_shifts.list_drawers()
        ],
        "without_drawer": cash_shifts.cash_without_drawer(since=since, until=until),
    }


def whole_shift(*, shift_id: int, avatar_id: int | None) -> dict[str, object]:
    """
    Return one shift with its movements.

    :raises ShiftNotFound: there is none
    """
    row = cash_shifts.get_shift(shift_id=shift_id)
    movements = cash_shifts.movements_of(shift_id=shift_id)
    names = _names([row], [one.by for one in movements])
    return {
        "shift": shift(row, names, avatar_id=avatar_id),
        "movements": [_movement(one, names) for one in movements],
    }


def shifts(*, before: int | None, avatar_id: int | None) -> dict[str, object]:
    """Return a page of shifts, the newest first: those older than `before`, a shift's id."""
    rows = cash_shifts.page_of_shifts(before=before, size=PAGE + 1)
    names = _names(rows)
    shown = [shift(row, names, avatar_id=avatar_id) for row in rows[:PAGE]]
    return {"shifts": shown, "has_more": len(rows) > PAGE}


def shift(row: ShiftRow, names: dict[int, str], *, avatar_id: int | None) -> dict[str, object]:
    """Return one shift."""
    return {
        "id": row.id,
        "version": row.version,
        "drawer_id": row.drawer_id,
        "drawer": row.drawer,
        "location": row.location,
        "opened_at": row.opened_at,
        "opened_by": _person(row.opened_by, names),
        "closed_at": row.closed_at,
        "closed_by": _person(row.closed_by, names),
        "reopen_reason": row.reopen_reason,
        "people": [_person(one, names) for one in row.members],
        "is_mine": row.closed_at is None and avatar_id in row.members,
        "sums": [_sum(one) for one in row.sums],
    }


def _names(rows: Iterable[ShiftRow], more: Iterable[int | None] = ()) -> dict[int, str]:
    ids = {one for row in rows for one in (*row.members, row.opened_by, row.closed_by)} | set(more)
    found = people.list_avatars(ids=[one for one in ids if one is not None])
    return {pk: row.name for pk, row in found.items()}


def _person(avatar_id: int | None, names: dict[int, str]) -> dict[str, object] | None:
    return None if avatar_id is None else {"id": avatar_id, "name": names.get(avatar_id, "")}


def _sum(row: CurrencySum) -> dict[str, object]:
    return {
        "currency": row.currency,
        "by_kind": row.by_kind,
        "expected": row.expected,
        "counted": row.counted,
        "difference": row.difference,
        "denominations": row.denominations,
        "reason": row.reason,
        "coins": list(coins_of(row.currency)),
    }


def _movement(row: MovementRow, names: dict[int, str]) -> dict[str, object]:
    return {
        "id": row.id,
        "kind": row.kind,
        "amount": row.amount,
        "currency": row.currency,
        "payment_id": row.payment_id,
        "reason": row.reason,
        "by": _person(row.by, names),
        "at": row.at,
    }
