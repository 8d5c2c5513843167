"""Calls of money that staff take and correct (domain.md 5.16)."""

import hashlib
from functools import partial

from django.http import HttpRequest, HttpResponse
from ninja import Router

from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS, ErrorOut
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.plugins import idempotency
from outfitter_tenants.checkout.card_charges import operations as card_charges
from outfitter_tenants.checkout.card_charges.operations import ChargeRequest
from outfitter_tenants.checkout.gift_cards import redemption
from outfitter_tenants.checkout.payments import operations as payments
from outfitter_tenants.checkout.payments import requests as r
from outfitter_tenants.checkout.payments.operations import Correction
from outfitter_tenants.checkout.trip_changes.change import ChangeResult
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import (
    TripKey,
    Work,
    by_of,
    change_once,
    trip_change,
    trip_id_of,
)
from outfitter_tenants.ledger.operations import Received

router = Router(tags=["payments"])
TAKE, EDIT = allow("payment.take"), allow("payment.edit")
ANSWER = {200: s.TripAnswer, 402: ErrorOut, 423: ErrorOut, 502: ErrorOut, **ERRORS}


@router.post("/api/trip/{trip}/payment/add", auth=TAKE, response=ANSWER, operation_id="payment_add")
def payment_add(request: HttpRequest, trip: TripKey, body: r.PaymentAddIn) -> HttpResponse:
    """Take money for a trip; the first payment of a cart books it."""
    _check_way(body)
    trip_id = trip_id_of(request, trip)
    return change_once(request, lambda: _take(request, trip_id, body))


def _take(request: HttpRequest, trip_id: int, body: r.PaymentAddIn) -> ChangeResult:
    if body.gift_card_code is not None:
        by, at = by_of(request), utc_now()
        ip = getattr(request, "client_ip", None)
        card = redemption.find(code=body.gift_card_code, by=by, ip=ip, at=at)
        return redemption.apply(
            trip_id=trip_id,
            gift_card_id=card.pk,
            amount=body.amount,
            by=by,
            at=at,
            version=body.version,
            request_key=_key(request),
        )
    if body.saved_card_id is not None:
        return _charge(request, trip_id, body)
    return _by_hand(request, trip_id, body)


def _charge(request: HttpRequest, trip_id: int, body: r.PaymentAddIn) -> ChangeResult:
    wish = ChargeRequest(
        card_owner=body.card_owner,
        saved_card_id=body.saved_card_id or 0,
        amount=body.amount or 0,
        tip_amount=body.tip_amount,
        booking_ids=tuple(body.booking_ids),
        is_overpaying=body.allow_overpay,
        device_id=body.device_id,
        is_told=body.notify,
        request_key=_key(request),
    )
    return card_charges.charge(
        trip_id=trip_id, wish=wish, by=by_of(request), at=utc_now(), version=body.version
    )


def _key(request: HttpRequest) -> str | None:
    """Return what names this very request, when its sender named it."""
    key = request.headers.get(idempotency.HEADER, "")
    if not key:
        return None
    said = hashlib.sha256(request.path.encode() + b"\0" + request.body).hexdigest()
    return f"take:{caller_of(request).avatar_id}:{said[:32]}:{key[:255]}"


def _check_way(body: r.PaymentAddIn) -> None:
    ways = [body.method, body.saved_card_id, body.gift_card_code]
    if sum(way is not None for way in ways) != 1:
        raise Invalid({"method": ["Name one way: a method, a saved card or a gift card."]})
    if body.tendered is not None and body.method != "cash":
        raise Invalid({"tendered": ["Only cash can be handed over."]})
    if body.amount is None and body.gift_card_code is None:
        raise Invalid({"amount": ["Enter an amount."]})


def _by_hand(request: HttpRequest, trip_id: int, body: r.PaymentAddIn) -> ChangeResult:
    received = Received(
        method=str(body.method),
        amount=body.amount or 0,
        tip_amount=body.tip_amount,
        reference=body.reference,
        tendered=body.tendered,
        note=body.note,
        received_at=body.received_at,
        booking_ids=tuple(body.booking_ids),
        device_id=body.device_id,
        request_key=_key(request),
    )
    return payments.add_payment(
        trip_id=trip_id,
        received=received,
        currency=body.currency,
        is_overpaying=body.allow_overpay,
        is_told=body.notify,
        by=by_of(request),
        at=utc_now(),
        version=body.version,
        is_taken_anyway=body.allow_partner_paid,
    )


@router.post("/api/trip/{trip}/payment/edit", auth=EDIT, response=ANSWER, operation_id="payment_edit")
@trip_change
def payment_edit(request: HttpRequest, trip: TripKey, body: r.PaymentEditIn) -> Work:
    """Correct how, when and with which words money was taken by hand."""
    return partial(
        payments.edit_payment,
        trip_id=trip_id_of(request, trip),
        payment_id=body.payment_id,
        correction=Correction(body.method, body.note, body.reference, body.received_at),
    )


@router.post(
    "/api/trip/{trip}/payment/note/update", auth=TAKE, response=ANSWER, operation_id="payment_note_update"
)
@trip_change
def payment_note(request: HttpRequest, trip: TripKey, body: r.PaymentNoteIn) -> Work:
    """Write the note of a payment."""
    return partial(
        payments.note_payment, trip_id=trip_id_of(request, trip), payment_id=body.payment_id, note=body.note
    )


@router.post("/api/trip/{trip}/payment/remove", auth=EDIT, response=ANSWER, operation_id="payment_remove")
@trip_change
def payment_remove(request: HttpRequest, trip: TripKey, body: r.PaymentRemoveIn) -> Work:
    """Make a payment void that was never made; what the gateway took is refunded instead."""
    return partial(
        payments.remove_payment,
        trip_id=trip_id_of(request, trip),
        payment_id=body.payment_id,
        reason=body.reason,
    )


@router.post(
    "/api/trip/{trip}/payment/tipAssign", auth=TAKE, response=ANSWER, operation_id="payment_tip_assign"
)
@trip_change
def tip_assign(request: HttpRequest, trip: TripKey, body: r.TipAssignIn) -> Work:
    """Say who gets a payment's tip; saying it again gives it anew."""
    splits: dict[int, int] | None = None
    if body.splits is not None:
        splits = {one.user_avatar_id: one.amount for one in body.splits}
        if len(splits) != len(body.splits):
            raise Invalid({"splits": ["List each person only once."]})
    return partial(
        payments.assign, trip_id=trip_id_of(request, trip), payment_id=body.payment_id, splits=splits
    )
