"""Shifts of cash drawers: opened with a float, worked on, counted, closed, opened again (ADR 138)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet, Sum

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid, NotFound, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.ledger.models import CashCount, CashDrawer, CashMovement, CashShift, CashShiftMember
from outfitter_tenants.ledger.operations import cash_movements
from outfitter_tenants.ledger.queries.cash_shifts import ShiftNotFound

# What people move themselves: its sign.
MOVES: Final[Mapping[str, int]] = {"paid_in": 1, "paid_out": -1, "drop": -1}


class DrawerNotFound(NotFound):
    """No such drawer here, or it was put away."""


class DrawerInUse(DomainError):
    """A drawer has one open shift at most, and keeps it until it is counted."""

    code = "drawer_in_use"
    status = 409


class OnAnotherShift(DomainError):
    """Nobody is on two shifts at once: their cash would belong to either."""

    code = "on_another_shift"
    status = 409


class ShiftClosed(DomainError):
    """The shift was counted; nothing is added to it."""

    code = "shift_closed"
    status = 409


class NotOnShift(DomainError):
    """Somebody else's drawer: only who works on its shift opens it."""

    code = "not_on_shift"
    status = 409


class ShiftOpen(DomainError):
    """The shift still runs."""

    code = "shift_open"
    status = 409


@dataclass(frozen=True, slots=True)
class Counted:
    """
    What somebody counted of one currency, in minor units.

    `denominations` says how many of each coin and bill; empty where only the sum is known.
    """

    currency: str
    amount: int
    denominations: Mapping[str, int]
    reason: str = ""


def open_shift(*, drawer_id: int, float_amount: int, currency: str, by: int, at: datetime) -> int:
    """
    Begin a shift with this much in the drawer (minor units); returns its id.

    :raises DrawerNotFound: there is no such drawer
    :raises DrawerInUse: somebody's shift is open on it
    :raises OnAnotherShift: the person works on another one
    """
    with atomic():
        drawer = CashDrawer.objects.filter(pk=drawer_id, archived_at__isnull=True).first()
        if drawer is None:
            raise DrawerNotFound("Drawer not found.")
        try:
            with transaction.atomic():
                shift = CashShift.objects.create(drawer=drawer, opened_by=by, opened_at=at)
        except IntegrityError:
            raise DrawerInUse(
                f"{drawer.name} is open already. Join that shift, or count and close it."
            ) from None
        _join(shift, by, at)
        cash_movements.move(
            shift_id=shift.pk, key=f"float:{shift.pk}", kind="float", amount=float_amount,
            currency=currency, reason="", by=by, at=at,
        )  # fmt: skip
        _record(shift, "opened", at, after={"drawer": drawer.name, "float": float_amount})
    return shift.pk


def join(*, shift_id: int, by: int, at: datetime) -> None:
    """
    Work on a shift from now on: the cash the person takes is that drawer's.

    :raises ShiftClosed: it was counted
    :raises OnAnotherShift: the person works on another one
    """
    with atomic():
        shift = _lock(shift_id)
        _require_open(shift)
        if not _members(shift).filter(avatar_id=by).exists():
            _join(shift, by, at)
            _record(shift, "joined", at, after={"avatar_id": by})


def leave(*, shift_id: int, by: int, at: datetime) -> None:
    """
    Work on it no more; the shift stays open for who else is on it.

    :raises ShiftClosed: it was counted
    """
    with atomic():
        shift = _lock(shift_id)
        _require_open(shift)
        if _members(shift).filter(avatar_id=by).update(left_at=at):
            _record(shift, "left", at, after={"avatar_id": by})


def move_cash(
    *, shift_id: int, version: int, kind: str, amount: int, currency: str, reason: str, by: int, at: datetime
) -> None:
    """
    Put cash into a drawer or take it out (`kind` is one of `MOVES`), `amount` positive, with a reason.

    :raises StaleVersion: somebody changed the shift since; so does the same call twice
    :raises ShiftClosed: it was counted
    :raises Invalid: more would leave than there is
    """
    with atomic():
        shift = _lock(shift_id, version)
        _require_open(shift)
        signed = MOVES[kind] * amount
        if signed < 0 and expected_of(shift.pk).get(currency, 0) + signed < 0:
            raise Invalid({"amount": ["There isn't that much in the drawer."]})
        key = f"move:{shift.pk}:{shift.version}"
        cash_movements.move(
            shift_id=shift.pk,
            key=key,
            kind=kind,
            amount=signed,
            currency=currency,
            reason=reason,
            by=by,
            at=at,
        )
        _bump(shift)
        after = {"kind": kind, "amount": signed, "currency": currency}
        _record(shift, "cash_moved", at, after=after, reason=reason)


def note_opening(*, shift_id: int, reason: str, by: int, at: datetime) -> None:
    """
    Write down that somebody on a shift opens its drawer without a sale, and why.

    :raises ShiftClosed: it was counted
    :raises NotOnShift: the person doesn't work on it
    """
    with atomic():
        shift = _lock(shift_id)
        _require_open(shift)
        if not _members(shift).filter(avatar_id=by).exists():
            raise NotOnShift("Join this shift before you open its drawer.")
        _record(shift, "drawer_opened", at, reason=reason)


def close(*, shift_id: int, version: int, counted: Sequence[Counted], by: int, at: datetime) -> None:
    """
    Count a drawer and end its shift; what differs is posted to an account of its own.

    A payment that is being written is waited for: it is in the shift, or in none.

    :raises StaleVersion: somebody changed the shift since
    :raises ShiftClosed: it was counted already
    :raises Invalid: a currency of the drawer was not counted, or a difference has no reason
    """
    with atomic():
        shift = _lock(shift_id, version)
        _require_open(shift)
        expected = expected_of(shift.pk)
        _check_counts(expected, counted)
        for count in counted:
            _note_count(shift, count, expected.get(count.currency, 0), by, at)
        _members(shift).update(left_at=at)
        shift.closed_at, shift.closed_by = at, by
        _bump(shift, "closed_at", "closed_by")
        differences = {one.currency: one.amount - expected.get(one.currency, 0) for one in counted}
        _record(shift, "closed", at, after={"differences": differences})


def reopen(*, shift_id: int, version: int, reason: str, by: int, at: datetime) -> None:
    """
    Open a counted shift again: its differences are taken back, and it is to be counted anew.

    :raises StaleVersion: somebody changed the shift since
    :raises ShiftOpen: it was never closed
    :raises DrawerInUse: another shift is open on the drawer
    """
    with atomic():
        shift = _lock(shift_id, version)
        if shift.closed_at is None:
            raise ShiftOpen("This shift is still open.")
        if CashShift.objects.filter(drawer_id=shift.drawer_id, closed_at__isnull=True).exists():
            raise DrawerInUse("This drawer is open for another shift. Close that one first.")
        shift.closed_at, shift.closed_by, shift.reopen_reason = None, None, reason
        _bump(shift, "closed_at", "closed_by", "reopen_reason")
        differences = CashMovement.objects.filter(shift=shift, kind="difference").order_by()
        for currency, amount in differences.values_list("currency").annotate(n=Sum("amount")):
            cash_movements.move(
                shift_id=shift.pk, key=f"recount:{shift.pk}:{shift.version}:{currency}", kind="difference",
                amount=-amount, currency=currency, reason=reason, by=by, at=at,
            )  # fmt: skip
        _record(shift, "reopened", at, reason=reason)


def expected_of(shift_id: int) -> dict[str, int]:
    """Return what a shift's drawer should hold by now, in minor units by currency."""
    rows = CashMovement.objects.filter(shift_id=shift_id).order_by().values_list("currency")
    return dict(rows.annotate(n=Sum("amount")))


def _check_counts(expected: Mapping[str, int], counted: Sequence[Counted]) -> None:
    missing = set(expected) - {one.currency for one in counted}
    if missing:
        raise Invalid({"counts": [f"Count the {currency} as well." for currency in sorted(missing)]})
    for number, one in enumerate(counted):
        if one.amount != expected.get(one.currency, 0) and not one.reason.strip():
            raise Invalid({f"counts.{number}.reason": ["Say why the count differs."]})


def _note_count(shift: CashShift, count: Counted, expected: int, by: int, at: datetime) -> None:
    CashCount.objects.create(
        shift=shift,
        currency=count.currency,
        expected_amount=expected,
        counted_amount=count.amount,
        denominations=dict(count.denominations),
        reason=count.reason.strip(),
        by=by,
        at=at,
    )
    cash_movements.move(
        shift_id=shift.pk, key=f"difference:{shift.pk}:{shift.version}:{count.currency}", kind="difference",
        amount=count.amount - expected, currency=count.currency, reason=count.reason.strip(), by=by, at=at,
    )  # fmt: skip


def _lock(shift_id: int, version: int | None = None) -> CashShift:
    shift = CashShift.objects.select_for_update().filter(pk=shift_id).first()
    if shift is None:
        raise ShiftNotFound("Shift not found.")
    if version is not None and shift.version != version:
        raise StaleVersion("Someone else changed this shift. Look at it again.", version=shift.version)
    return shift


def _require_open(shift: CashShift) -> None:
    if shift.closed_at is not None:
        raise ShiftClosed("This shift was counted and closed.")


def _members(shift: CashShift) -> "QuerySet[CashShiftMember]":
    return CashShiftMember.objects.filter(shift=shift, left_at__isnull=True)


def _join(shift: CashShift, by: int, at: datetime) -> None:
    try:
        with transaction.atomic():
            CashShiftMember.objects.create(shift=shift, avatar_id=by, joined_at=at)
    except IntegrityError:
        raise OnAnotherShift("You're on another shift. Leave or close it first.") from None


def _bump(shift: CashShift, *fields: str) -> None:
    shift.version += 1
    shift.save(update_fields=["version", *fields])


def _record(
    shift: CashShift, what: str, at: datetime, *, after: Mapping[str, object] | None = None, reason: str = ""
) -> None:
    record(
        entity_type="cash_shift",
        entity_id=shift.pk,
        action=f"cash_shift.{what}",
        at=at,
        after=dict(after) if after else None,
        reason=reason or None,
    )
