"""Calls that reserve a trip, end it and bring it back (domain.md 5.24)."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Router

from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS, ErrorOut
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.plugins import idempotency
from outfitter_tenants.checkout.card_charges import operations as card_charges
from outfitter_tenants.checkout.orders import operations as orders
from outfitter_tenants.checkout.sales import reservation
from outfitter_tenants.checkout.sales import schemas as sales
from outfitter_tenants.checkout.trip_changes.change import ChangeResult
from outfitter_tenants.checkout.trip_management import deletion, labels, trip_reseller
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import TripKey, answer, by_of, trip_id_of
from outfitter_tenants.checkout.trip_response.requests import lifecycle as r
from outfitter_tenants.ledger.operations import Received

router = Router(tags=["trips"])
EDIT = allow("trip.edit")
_ANSWER = {200: s.TripAnswer, 402: ErrorOut, 423: ErrorOut, **ERRORS}
# A partner's card may be charged.
_CHARGED = {**_ANSWER, 502: ErrorOut}


def _once(request: HttpRequest, work: Callable[[], ChangeResult]) -> HttpResponse:
    """Answer what a change made; sent again under the same key it is not made again."""

    def respond() -> HttpResponse:
        shaped = s.TripAnswer.model_validate(answer(request, work()))
        return HttpResponse(shaped.model_dump_json(), content_type="application/json")

    return idempotency.run_once(request, f"avatar:{caller_of(request).avatar_id}", respond)


@router.get(
    "/api/trip/{trip}/canReserve",
    auth=allow("trip.view"),
    response={200: sales.CanReserveOut, **ERRORS},
    operation_id="trip_can_reserve",
)
def can_reserve(request: HttpRequest, trip: TripKey) -> dict[str, Any]:
    """Return whether a trip can be reserved by the caller now, and what speaks against it."""
    return reservation.can_reserve(trip_id=trip_id_of(request, trip), by=by_of(request), at=utc_now())


@router.post(
    "/api/trip/{trip}/reserve",
    auth=allow("trip.reserve_unpaid"),
    response=_CHARGED,
    operation_id="trip_reserve",
)
def reserve(request: HttpRequest, trip: TripKey, body: r.ReserveIn) -> HttpResponse:
    """Book a cart that is paid later, or at once by its partner's card."""
    return _once(
        request,
        lambda: card_charges.reserve(
            trip_id=trip_id_of(request, trip),
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
        raise Invalid({"tendered": ["Only cash is handed over."]})
    return _once(
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
def delete(request: HttpRequest, trip: TripKey, body: r.TripDeleteIn) -> dict[str, Any]:
    """Delete a trip; it can be restored for thirty days."""
    done = deletion.delete_trip(
        trip_id=trip_id_of(request, trip),
        reason=body.reason,
        is_told=body.notify,
        is_forced=body.force,
        by=by_of(request),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post(
    "/api/trip/{trip}/restore", auth=allow("trip.delete"), response=_ANSWER, operation_id="trip_restore"
)
def restore(request: HttpRequest, trip: TripKey, body: r.TripRestoreIn) -> dict[str, Any]:
    """Bring a deleted trip back on its seats, if they are still there."""
    done = deletion.restore_trip(
        trip_id=trip_id_of(request, trip),
        reason=body.reason or None,
        by=by_of(request),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post(
    "/api/trip/{trip}/confirmReview",
    auth=allow("trip.confirm_review"),
    response=_ANSWER,
    operation_id="trip_confirm_review",
)
def confirm_review(request: HttpRequest, trip: TripKey, body: r.ReviewIn) -> dict[str, Any]:
    """Confirm a trip that waits for it, or decline it with a reason."""
    if not body.approve and not body.note:
        raise Invalid({"note": ["Please say why."]})
    done = deletion.confirm_review(
        trip_id=trip_id_of(request, trip),
        is_approved=body.approve,
        note=body.note or None,
        is_told=body.notify,
        by=by_of(request),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post(
    "/api/trip/{trip}/unlock", auth=allow("trip.unlock"), response=_ANSWER, operation_id="trip_unlock"
)
def unlock(request: HttpRequest, trip: TripKey, body: r.UnlockIn) -> dict[str, Any]:
    """Take the lock off a trip."""
    done = labels.unlock(
        trip_id=trip_id_of(request, trip),
        reason=body.reason,
        by=by_of(request),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post("/api/trip/{trip}/method/save", auth=EDIT, response=_ANSWER, operation_id="trip_method_save")
def save_method(request: HttpRequest, trip: TripKey, body: r.MethodIn) -> dict[str, Any]:
    """Say how a trip is sold."""
    return _method(request, trip, body)


@router.post("/api/trip/{trip}/method/edit", auth=EDIT, response=_ANSWER, operation_id="trip_method_edit")
def edit_method(request: HttpRequest, trip: TripKey, body: r.MethodIn) -> dict[str, Any]:
    """Say it again, differently."""
    return _method(request, trip, body)


def _method(request: HttpRequest, trip: str, body: r.MethodIn) -> dict[str, Any]:
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
def remove_orders(request: HttpRequest, trip: TripKey, body: r.OrdersRemoveIn) -> dict[str, Any]:
    """Empty a cart and give its seats back."""
    done = orders.remove_orders(
        trip_id=trip_id_of(request, trip), by=by_of(request), at=utc_now(), version=body.version
    )
    return answer(request, done)


@router.get(
    "/api/trip/{trip}/availableCards/get",
    auth=allow("payment.take"),
    response={200: list[sales.UsableCardOut], **ERRORS},
    operation_id="trip_available_cards",
)
def available_cards(request: HttpRequest, trip: TripKey) -> list[dict[str, Any]]:
    """Return the saved cards a trip can be paid with, the one to try first on top."""
    return reservation.available_cards(trip_id=trip_id_of(request, trip), at=utc_now())
