"""Calls of the counter's cash: drawers, shifts and their counts (ADR 138)."""

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden
from outfitter_tenants.checkout.cash_drawers import requests as r
from outfitter_tenants.checkout.cash_drawers import schemas as s
from outfitter_tenants.checkout.cash_drawers import serializers
from outfitter_tenants.ledger.operations import cash_drawers, cash_shifts
from outfitter_tenants.people import queries as people

router = Router(tags=["payments"])
TAKE = allow("payment.take")
SETUP = allow("setup.general")
# Whoever answers for the money: opens counted shifts again.
MANAGE = allow("report.finance")
_ALL = {200: s.CashDrawersOut, **ERRORS}
_ONE = {200: s.CashShiftWholeOut, **ERRORS}


@router.get("/api/cashDrawers/get", auth=TAKE, response=_ALL, operation_id="cash_drawers_get")
def cash_drawers_get(request: HttpRequest) -> dict[str, object]:
    """Return the drawers in use with their open shifts, and cash of today that is in none."""
    return _all(request)


@router.post("/api/cashDrawer/create", auth=SETUP, response=_ALL, operation_id="cash_drawer_create")
def cash_drawer_create(request: HttpRequest, body: r.CashDrawerIn) -> dict[str, object]:
    """Make a drawer."""
    cash_drawers.create(name=body.name, location_id=body.location_id, at=utc_now())
    return _all(request)


@router.post("/api/cashDrawer/{cashDrawer}/save", auth=SETUP, response=_ALL, operation_id="cash_drawer_save")
def cash_drawer_save(request: HttpRequest, cashDrawer: Id, body: r.CashDrawerChangeIn) -> dict[str, object]:
    """Rename a drawer, or say where it stands."""
    cash_drawers.change(
        drawer_id=cashDrawer, version=body.version, name=body.name, location_id=body.location_id, at=utc_now()
    )
    return _all(request)


@router.post(
    "/api/cashDrawer/{cashDrawer}/archive", auth=SETUP, response=_ALL, operation_id="cash_drawer_archive"
)
def cash_drawer_archive(request: HttpRequest, cashDrawer: Id, body: r.CashVersionIn) -> dict[str, object]:
    """Put a drawer away; its shifts stay in the list."""
    cash_drawers.archive(drawer_id=cashDrawer, version=body.version, at=utc_now())
    return _all(request)


@router.post("/api/cashDrawer/{cashDrawer}/open", auth=TAKE, response=_ONE, operation_id="cash_shift_open")
def cash_shift_open(request: HttpRequest, cashDrawer: Id, body: r.CashShiftOpenIn) -> dict[str, object]:
    """Begin a shift on a drawer, with this much in it."""
    shift_id = cash_shifts.open_shift(
        drawer_id=cashDrawer,
        float_amount=body.float_amount,
        currency=people.get_properties().currency,
        by=_person(request),
        at=utc_now(),
    )
    return _whole(request, shift_id)


@router.get(
    "/api/cashShifts/get",
    auth=MANAGE,
    response={200: s.CashShiftsOut, **ERRORS},
    operation_id="cash_shifts_get",
)
def cash_shifts_get(request: HttpRequest, before: Id | None = None) -> dict[str, object]:
    """Return shifts of all drawers, the newest first; further ones with the id of the last one seen."""
    return serializers.shifts(before=before, avatar_id=caller_of(request).avatar_id)


@router.get("/api/cashShift/{cashShift}/get", auth=TAKE, response=_ONE, operation_id="cash_shift_get")
def cash_shift_get(request: HttpRequest, cashShift: Id) -> dict[str, object]:
    """Return a shift with everything that came and went in it."""
    return _whole(request, cashShift)


@router.post("/api/cashShift/{cashShift}/join", auth=TAKE, response=_ONE, operation_id="cash_shift_join")
def cash_shift_join(request: HttpRequest, cashShift: Id) -> dict[str, object]:
    """Work on a shift from now on: cash one takes is this drawer's."""
    cash_shifts.join(shift_id=cashShift, by=_person(request), at=utc_now())
    return _whole(request, cashShift)


@router.post("/api/cashShift/{cashShift}/leave", auth=TAKE, response=_ONE, operation_id="cash_shift_leave")
def cash_shift_leave(request: HttpRequest, cashShift: Id) -> dict[str, object]:
    """Work on a shift no more; it stays open."""
    cash_shifts.leave(shift_id=cashShift, by=_person(request), at=utc_now())
    return _whole(request, cashShift)


@router.post("/api/cashShift/{cashShift}/move", auth=TAKE, response=_ONE, operation_id="cash_shift_move")
def cash_shift_move(request: HttpRequest, cashShift: Id, body: r.CashMoveIn) -> dict[str, object]:
    """Put cash into a drawer or take it out, with a reason."""
    cash_shifts.move_cash(shift_id=cashShift, **body.model_dump(), by=_person(request), at=utc_now())
    return _whole(request, cashShift)


@router.post("/api/cashShift/{cashShift}/close", auth=TAKE, response=_ONE, operation_id="cash_shift_close")
def cash_shift_close(request: HttpRequest, cashShift: Id, body: r.CashCloseIn) -> dict[str, object]:
    """Count a drawer and end its shift."""
    counted = [cash_shifts.Counted(**one.model_dump()) for one in body.counts]
    cash_shifts.close(
        shift_id=cashShift, version=body.version, counted=counted, by=_person(request), at=utc_now()
    )
    return _whole(request, cashShift)


@router.post(
    "/api/cashShift/{cashShift}/reopen", auth=MANAGE, response=_ONE, operation_id="cash_shift_reopen"
)
def cash_shift_reopen(request: HttpRequest, cashShift: Id, body: r.CashReopenIn) -> dict[str, object]:
    """Open a counted shift again, with a reason."""
    cash_shifts.reopen(
        shift_id=cashShift, version=body.version, reason=body.reason, by=_person(request), at=utc_now()
    )
    return _whole(request, cashShift)


def _person(request: HttpRequest) -> int:
    avatar_id = caller_of(request).avatar_id
    if avatar_id is None:
        raise Forbidden("Only people work on a shift.")
    return avatar_id


def _all(request: HttpRequest) -> dict[str, object]:
    return serializers.drawers(avatar_id=caller_of(request).avatar_id, at=utc_now())


def _whole(request: HttpRequest, shift_id: int) -> dict[str, object]:
    return serializers.whole_shift(shift_id=shift_id, avatar_id=caller_of(request).avatar_id)
