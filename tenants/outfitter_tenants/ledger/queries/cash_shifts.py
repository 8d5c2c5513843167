"""Reads of cash drawers and their shifts."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Sum

from outfitter.kit.errors import NotFound
from outfitter_tenants.ledger.models import (
    CashCount,
    CashDrawer,
    CashMovement,
    CashShift,
    CashShiftMember,
    Payment,
)


class ShiftNotFound(NotFound):
    """No such shift here."""


@dataclass(frozen=True, slots=True)
class MovementRow:
    """Cash that came into a drawer, or (negative) left it, in minor units."""

    id: int
    kind: str
    amount: int
    currency: str
    payment_id: int | None
    reason: str
    by: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class CurrencySum:
    """
    What of one currency came and went in a shift, signed minor units by kind of movement.

    `expected` is what there should be without differences; `counted` what there was, None before.
    """

    currency: str
    by_kind: dict[str, int]
    expected: int
    counted: int | None
    denominations: dict[str, int]
    reason: str

    @property
    def difference(self) -> int | None:
        """Return what was counted more, or (negative) less, than expected."""
        return None if self.counted is None else self.counted - self.expected


@dataclass(frozen=True, slots=True)
class ShiftRow:
    """A shift with who works on it and its sums by currency."""

    id: int
    version: int
    drawer_id: int
    drawer: str
    location_id: int | None
    location: str | None
    opened_by: int | None
    opened_at: datetime
    closed_by: int | None
    closed_at: datetime | None
    reopen_reason: str
    members: list[int]
    sums: list[CurrencySum]


@dataclass(frozen=True, slots=True)
class DrawerRow:
    """A drawer in use, and the id of its open shift."""

    id: int
    name: str
    version: int
    location_id: int | None
    location: str | None
    open_shift_id: int | None = field(default=None)


def list_drawers() -> list[DrawerRow]:
    """Return the drawers in use by name."""
    opened = dict(CashShift.objects.filter(closed_at__isnull=True).values_list("drawer_id", "pk"))
    rows = CashDrawer.objects.select_related("location").filter(archived_at__isnull=True)
    return [
        DrawerRow(
            row.pk,
            row.name,
            row.version,
            row.location_id,
            row.location.name if row.location else None,
            opened.get(row.pk),
        )
        for row in rows.order_by("name", "id")
    ]


def open_shift_of(*, avatar_id: int) -> int | None:
    """Return the shift that a person works on."""
    rows = CashShiftMember.objects.filter(avatar_id=avatar_id, left_at__isnull=True)
    return rows.values_list("shift_id", flat=True).first()


def get_shift(*, shift_id: int) -> ShiftRow:
    """
    Return one shift.

    :raises ShiftNotFound: there is none
    """
    found = CashShift.objects.select_related("drawer__location").filter(pk=shift_id)
    rows = shift_rows(list(found))
    if not rows:
        raise ShiftNotFound("Shift not found.")
    return rows[0]


def open_shifts() -> list[ShiftRow]:
    """Return the shifts that are open, the oldest first."""
    found = CashShift.objects.select_related("drawer__location").filter(closed_at__isnull=True)
    return shift_rows(list(found.order_by("opened_at", "id")))


def page_of_shifts(*, before: int | None, size: int) -> list[ShiftRow]:
    """Return so many shifts, the newest first; those older than the shift `before` when one is named."""
    found = CashShift.objects.select_related("drawer__location").order_by("-id")
    return shift_rows(list((found if before is None else found.filter(pk__lt=before))[:size]))


def shifts_between(*, since: datetime, until: datetime) -> list[ShiftRow]:
    """Return the shifts that were opened in a time, the oldest first."""
    found = CashShift.objects.select_related("drawer__location").filter(opened_at__gte=since)
    return shift_rows(list(found.filter(opened_at__lt=until).order_by("opened_at", "id")))


def moved_since(*, shift_id: int, by: int, since: datetime) -> bool:
    """Return whether somebody took or gave back a guest's cash in a shift since then."""
    rows = CashMovement.objects.filter(shift_id=shift_id, by=by, at__gte=since)
    return rows.filter(payment_id__isnull=False).exists()


def shift_rows(shifts: Sequence[CashShift]) -> list[ShiftRow]:
    """Return shifts, read with their drawers, with their people and sums."""
    ids = [row.pk for row in shifts]
    people: dict[int, list[int]] = defaultdict(list)
    rows = CashShiftMember.objects.filter(shift__in=ids).order_by("joined_at", "id")
    for shift_id, avatar_id, left_at in rows.values_list("shift_id", "avatar_id", "left_at"):
        people[shift_id] += [] if left_at or avatar_id in people[shift_id] else [avatar_id]
    sums = _sums(ids)
    return [_shift(row, people[row.pk], sums.get(row.pk, [])) for row in shifts]


def movements_of(*, shift_id: int) -> list[MovementRow]:
    """Return everything that came and went in a shift, in order."""
    rows = CashMovement.objects.filter(shift_id=shift_id).order_by("id")
    names = ("pk", "kind", "amount", "currency", "payment_id", "reason", "by", "at")
    return [MovementRow(*row) for row in rows.values_list(*names)]


def cash_without_drawer(*, since: datetime, until: datetime) -> dict[str, int]:
    """Return what was paid less what was given back in cash by people on no shift, by currency."""
    noted = CashMovement.objects.filter(payment_id__isnull=False).values("payment_id")
    rows = Payment.objects.filter(
        method="cash", status="succeeded", received_at__gte=since, received_at__lt=until
    ).exclude(pk__in=noted)
    found: dict[str, int] = defaultdict(int)
    for currency, kind, amount, rounding in rows.values_list("currency", "kind").annotate(
        n=Sum("amount"), r=Sum("cash_rounding")
    ):
        found[currency] += (amount + rounding) * (-1 if kind == "refund" else 1)
    return dict(found)


def _sums(ids: Sequence[int]) -> dict[int, list[CurrencySum]]:
    kinds: dict[tuple[int, str], dict[str, int]] = defaultdict(dict)
    rows = CashMovement.objects.filter(shift__in=ids).order_by().values_list("shift_id", "currency", "kind")
    for shift_id, currency, kind, amount in rows.annotate(n=Sum("amount")):
        kinds[shift_id, currency][kind] = amount
    closed = CashCount.objects.filter(shift__in=ids, shift__closed_at__isnull=False).order_by("id")
    counts = {(one.shift_id, one.currency): one for one in closed}
    found: dict[int, list[CurrencySum]] = defaultdict(list)
    for shift_id, currency in sorted(set(kinds) | set(counts)):
        by_kind, count = kinds.get((shift_id, currency), {}), counts.get((shift_id, currency))
        found[shift_id].append(_sum(currency, by_kind, count))
    return found


def _sum(currency: str, by_kind: dict[str, int], count: CashCount | None) -> CurrencySum:
    return CurrencySum(
        currency=currency,
        by_kind={kind: amount for kind, amount in by_kind.items() if kind != "difference"},
        expected=sum(amount for kind, amount in by_kind.items() if kind != "difference"),
        counted=count.counted_amount if count else None,
        denominations=count.denominations if count else {},
        reason=count.reason if count else "",
    )


def _shift(row: CashShift, members: list[int], sums: list[CurrencySum]) -> ShiftRow:
    place = row.drawer.location
    return ShiftRow(
        row.pk,
        row.version,
        row.drawer_id,
        row.drawer.name,
        row.drawer.location_id,
        place.name if place else None,
        row.opened_by,
        row.opened_at,
        row.closed_by,
        row.closed_at,
        row.reopen_reason,
        members,
        sums,
    )
