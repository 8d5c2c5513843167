"""Calls that reserve a trip, end it and bring it back (domain.md 5.24)."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, ErrorOut
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.checkout.card_charges import operations as card_charges
from outfitter_tenants.checkout.orders import operations as orders
from outfitter_tenants.checkout.sales import reservation
from outfitter_tenants.checkout.sales import schemas as sales
from outfitter_tenants.checkout.trip_management import deletion, labels, trip_reseller
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import (
    TripKey,
    Work,
    answer,
    by_of,
    change_once,
    lockable_trip_id_of,
    trip_change,
    trip_id_of,
)
from outfitter_tenants.checkout.trip_response.requests import lifecycle as r
from outfitter_tenants.ledger.operations import Received

router = Router(tags=["trips"])
EDIT = allow("trip.edit")
_ANSWER = {200: s.TripAnswer, 402: ErrorOut, 423: ErrorOut, **ERRORS}
# A partner's card may be charged.
_CHARGED = {**_ANSWER, 502: ErrorOut}


@router.get(
    "/api/trip/{trip}/canReserve",
    auth=allow("trip.view"),
    response={200: sales.CanReserveOut, **ERRORS},
    operation_id="trip_can_reserve",
)
def can_reserve(request: HttpRequest, trip: TripKey) -> dict[str, object]:
    """Return whether a trip can be reserved by the caller now, and what speaks against it."""
    return reservation.can_reserve(trip_id=trip_id_of(request, trip), by=by_of(request), at=utc_now())


@router.post(
    "/api/trip/{trip}/reserve", auth=allow("trip.view"), response=_CHARGED, operation_id="trip_reserve"
)
def reserve(request: HttpRequest, trip: TripKey, body: r.ReserveIn) -> HttpResponse:
    """Book a cart that is paid later, or at once by its partner's card."""
    return change_once(
        request,
        lambda: card_charges.reserve(
            trip_id=lockable_trip_id_of(request, trip),
            is_told=body.notify,
            by=by_of(request),
            at=utc_now(),
            version=body.version,
        ),
    )


@router.post(
    "/api/trip/{trip}/directPay/convert",
    auth=allow("payment.take"),
    response=_ANSWER,
    operation_id="trip_direct_pay",
)
def direct_pay(request: HttpRequest, trip: TripKey, body: r.DirectPayIn) -> HttpResponse:
    """Book a cart that was paid in cash, by check or elsewhere: payment and booking at once."""
    if body.tendered is not None and body.method != "cash":
        raise Invalid({"tendered": ["Only cash can be handed over."]})
    return change_once(
        request,
        lambda: reservation.direct_pay(
            trip_id=trip_id_of(request, trip),
            amount=body.amount,
            received=Received(body.method, body.amount or 0, body.tip_amount, body.reference, body.tendered),
            expected_total=body.expected_total,
            is_told=body.notify,
            by=by_of(request),
            at=utc_now(),
            version=body.version,
        ),
    )


@router.post(
    "/api/trip/{trip}/delete", auth=allow("trip.delete"), response=_ANSWER, operation_id="trip_delete"
)
@trip_change
def delete(request: HttpRequest, trip: TripKey, body: r.TripDeleteIn) -> Work:
    """Delete a trip; it can be restored for thirty days."""
    return partial(
        deletion.delete_trip,
        trip_id=trip_id_of(request, trip),
        reason=body.reason,
        is_told=body.notify,
        is_forced=body.force,
    )


@router.post(
    "/api/trip/{trip}/restore", auth=allow("trip.delete"), response=_ANSWER, operation_id="trip_restore"
)
@trip_change
def restore(request: HttpRequest, trip: TripKey, body: r.TripRestoreIn) -> Work:
    """Bring a deleted trip back on its seats, if they are still there."""
    return partial(deletion.restore_trip, trip_id=trip_id_of(request, trip), reason=body.reason or None)


@router.post(
    "/api/trip/{trip}/confirmReview",
    auth=allow("trip.confirm_review"),
    response=_ANSWER,
    operation_id="trip_confirm_review",
)
@trip_change
def confirm_review(request: HttpRequest, trip: TripKey, body: r.ReviewIn) -> Work:
    """Confirm a trip that waits for it, or decline it with a reason."""
    if not body.approve and not body.note:
        raise Invalid({"note": ["Enter a reason."]})
    return partial(
        deletion.confirm_review,
        trip_id=trip_id_of(request, trip),
        is_approved=body.approve,
        note=body.note or None,
        is_told=body.notify,
    )


@router.post(
    "/api/trip/{trip}/unlock", auth=allow("trip.unlock"), response=_ANSWER, operation_id="trip_unlock"
)
@trip_change
def unlock(request: HttpRequest, trip: TripKey, body: r.UnlockIn) -> Work:
    """Take the lock off a trip."""
    return partial(labels.unlock, trip_id=trip_id_of(request, trip), reason=body.reason)


@router.post("/api/trip/{trip}/method/save", auth=EDIT, response=_ANSWER, operation_id="trip_method_save")
def save_method(request: HttpRequest, trip: TripKey, body: r.MethodIn) -> dict[str, object]:
    """Say how a trip is sold."""
    return _method(request, trip, body)


@router.post("/api/trip/{trip}/method/edit", auth=EDIT, response=_ANSWER, operation_id="trip_method_edit")
def edit_method(request: HttpRequest, trip: TripKey, body: r.MethodIn) -> dict[str, object]:
    """Say it again, differently."""
    return _method(request, trip, body)


def _method(request: HttpRequest, trip: str, body: r.MethodIn) -> dict[str, object]:
    done = trip_reseller.set_method(
        trip_id=trip_id_of(request, trip),
        method_id=body.trip_method_id,
        reprice=body.reprice,
        by=by_of(request),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post(
    "/api/trip/{trip}/tripOrders/removeAll",
    auth=EDIT,
    response=_ANSWER,
    operation_id="trip_orders_remove_all",
)
@trip_change
def remove_orders(request: HttpRequest, trip: TripKey, body: r.OrdersRemoveIn) -> Work:
    """Empty a cart and give its seats back."""
    return partial(orders.remove_orders, trip_id=trip_id_of(request, trip))


@router.get(
    "/api/trip/{trip}/availableCards/get",
    auth=allow("payment.take"),
    response={200: list[sales.UsableCardOut], **ERRORS},
    operation_id="trip_available_cards",
)
def available_cards(request: HttpRequest, trip: TripKey) -> list[dict[str, object]]:
    """Return the saved cards a trip can be paid with, the one to try first on top."""
    return reservation.available_cards(trip_id=trip_id_of(request, trip), at=utc_now())
