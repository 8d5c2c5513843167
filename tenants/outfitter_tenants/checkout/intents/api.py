"""Payments through the gateway: the widget's, the portal's and staff's calls (domain.md 5.16)."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from ninja import Router

from outfitter.accounts import business_profile
from outfitter.api.principal import allow, caller_of, public, public_read
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut, Id
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden, Invalid
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.checkout.card_holds import captures
from outfitter_tenants.checkout.carts import visitor_cart
from outfitter_tenants.checkout.gateway import serializers as view
from outfitter_tenants.checkout.gateway import transactions
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.intents import requests as r
from outfitter_tenants.checkout.intents.serializers import intent_out
from outfitter_tenants.checkout.intents.types import IntentRequest
from outfitter_tenants.checkout.printouts.dispute_evidence import evidence_of
from outfitter_tenants.checkout.terminals import operations as terminals
from outfitter_tenants.checkout.trip_response import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import TripKey, answer, by_of, trip_id_of
from outfitter_tenants.checkout.trip_response.schemas import payments as paid
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import visibility

router = Router(tags=["payments"])
HOLD, TAKE = allow("payment.hold"), allow("payment.take")
_INTENT = {200: paid.IntentOut, 402: ErrorOut, 423: ErrorOut, 502: ErrorOut, **ERRORS}
_ANSWER = {200: s.TripAnswer, 402: ErrorOut, 423: ErrorOut, 502: ErrorOut, **ERRORS}
# At these somebody of ours stands by.
_OURS = frozenset({"moto", "pos_terminal"})


@router.post(
    "/api/payment/trip/{trip}/createIntent",
    auth=public,
    response=_INTENT,
    operation_id="payment_create_intent",
)
def create_intent(request: HttpRequest, body: r.IntentIn, trip: TripKey) -> dict[str, object]:
    """Begin to pay a trip: one open intent a device, whatever is clicked twice."""
    ration(request)
    _check_caller(request, body)
    if body.channel == "pos_terminal":
        terminals.require_reader(reader_id=body.reader_id)
    trip_id = trip_id_of(request, trip, "payment.take")
    if not caller_of(request).is_staff:
        visitor_cart.require_complete(trip_id=trip_id)
    start = intents.begin(
        trip_id=trip_id,
        channel=body.channel,
        amount_mode=body.amount_mode,
        at=utc_now(),
        is_customer=not caller_of(request).is_staff,
        wish=_wish(request, body),
    )
    if body.channel == "pos_terminal" and start.answer.status == "requires_method":
        terminals.process(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())
    return intent_out(start)


def _check_caller(request: HttpRequest, body: r.IntentIn) -> None:
    caller = caller_of(request)
    if not caller.is_staff and (body.channel in _OURS or body.allow_overpay):
        raise Forbidden("Only staff can take payments this way.", permission="payment.take")
    if body.capture == "manual" and not caller.can("payment.hold"):
        raise Forbidden("Only staff can authorize a card.", permission="payment.hold")
    if body.amount is not None and body.amount_mode != "custom":
        raise Invalid({"amount": ["Only a custom payment names an amount."]})


def _wish(request: HttpRequest, body: r.IntentIn) -> IntentRequest:
    caller = caller_of(request)
    return IntentRequest(
        amount=body.amount,
        tip_amount=body.tip_amount,
        booking_ids=tuple(body.booking_ids),
        capture=body.capture,
        is_save_card=body.save_card,
        device=_device(request, body),
        device_id=body.device_id if caller.is_staff else None,
        by=caller.avatar_id,
        reader=body.reader_id if body.channel == "pos_terminal" else None,
        is_overpaying=body.allow_overpay and caller.can("payment.edit"),
    )


def _device(request: HttpRequest, body: r.IntentIn) -> str:
    """Tell who pays: strangers by their browser, staff by the device or themselves."""
    caller = caller_of(request)
    if not caller.is_staff:
        visitor = request.headers.get("X-Outfitter-Visitor", "")[:40]
        # Parts of a tab are paid by several people: none of them changes another's amount.
        return f"v:{visitor}" if visitor else ""
    if body.reader_id:
        return f"r:{body.reader_id}"[:56]
    return f"d:{body.device_id}" if body.device_id else f"a:{caller.avatar_id}"


@router.post(
    "/api/payment/trip/{trip}/intent/update",
    auth=public,
    response=_INTENT,
    operation_id="payment_update_intent",
)
def update_intent(request: HttpRequest, body: r.IntentUpdateIn, trip: TripKey) -> dict[str, object]:
    """Bring an open intent up to what is due now, or to another amount or tip."""
    ration(request)
    trip_id = trip_id_of(request, trip, "payment.take")
    channel, mode, wish = intents.get_payment_request(trip_id=trip_id, intent_id=body.intent_id)
    if channel in _OURS and not caller_of(request).is_staff:
        raise Forbidden("Only staff can take payments this way.", permission="payment.take")
    if not caller_of(request).is_staff:
        visitor_cart.require_complete(trip_id=trip_id)
    mode = body.amount_mode or ("custom" if body.amount is not None else mode)
    wish = replace(
        wish,
        amount=body.amount if body.amount is not None else wish.amount,
        tip_amount=wish.tip_amount if body.tip_amount is None else body.tip_amount,
        booking_ids=wish.booking_ids if body.booking_ids is None else tuple(body.booking_ids),
    )
    start = intents.begin(
        trip_id=trip_id,
        channel=channel,
        amount_mode=mode,
        at=utc_now(),
        is_customer=not caller_of(request).is_staff,
        wish=wish,
    )
    return intent_out(start)


def ration(request: HttpRequest) -> None:
    """Keep strangers from asking the gateway more than sixty times a minute (domain.md 4.30)."""
    if not caller_of(request).is_staff:
        limit(f"pay:{getattr(request, 'client_ip', None)}", times=60, seconds=60)


@router.post(
    "/api/payments/trip/{trip}/confirm",
    auth=public_read,
    response={200: s.ConfirmOut, 402: ErrorOut, 502: ErrorOut, **ERRORS},
    operation_id="payment_confirm",
)
def confirm(request: HttpRequest, body: r.ConfirmIn, trip: TripKey) -> dict[str, object]:
    """Look at the gateway how the payment stands and settle it."""
    ration(request)
    trip_id = trip_id_of(request, trip, "payment.take")
    outcome = intents.confirm(trip_id=trip_id, intent_id=body.intent_id, at=utc_now())
    return {
        "trip": trip_full(
            trip_id=trip_id, at=utc_now(), principal=caller_of(request), languages=reader_languages(request)
        ),
        "status": outcome.status,
        "next_action": outcome.next_action,
        "message": outcome.message,
    }


@router.post(
    "/api/payment/trip/{trip}/intent/cancel",
    auth=TAKE,
    response=_ANSWER,
    operation_id="payment_cancel_intent",
)
def cancel_intent(request: HttpRequest, trip: TripKey, body: r.IntentCancelIn) -> dict[str, object]:
    """Stop asking for a card, at a reader or elsewhere: nobody can pay this intent any more."""
    done = terminals.cancel(trip_id=trip_id_of(request, trip), intent_id=body.intent_id, at=utc_now())
    return answer(request, done)


@router.get(
    "/api/payments/readers/get",
    auth=TAKE,
    response={200: paid.PayReadersOut, 502: ErrorOut, **ERRORS},
    operation_id="payment_readers",
)
def readers(request: HttpRequest) -> dict[str, object]:
    """Return the card readers, and what each is asking for."""
    limit(f"pay-readers:{caller_of(request).avatar_id}", times=120, seconds=60)
    return {"readers": terminals.list_readers()}


@router.get(
    "/api/payments/getTransaction",
    auth=TAKE,
    response={200: paid.TransactionOut, 502: ErrorOut, **ERRORS},
    operation_id="payment_transaction",
)
def transaction(
    request: HttpRequest, payment_id: Id, evidence: bool = False
) -> dict[str, object] | HttpResponse:
    """
    Return what the gateway has booked about a payment: fee, payout, risk.

    With `evidence` it is a PDF instead: all that speaks for the payment, against a dispute.
    """
    if evidence:
        return _evidence(request, payment_id)
    visibility.check(trip_id=money.trip_of_payment(payment_id=payment_id), caller=caller_of(request))
    return view.transaction(transactions.get_transaction(payment_id=payment_id))


def _evidence(request: HttpRequest, payment_id: int) -> HttpResponse:
    trip_id = money.trip_of_payment(payment_id=payment_id)
    caller = caller_of(request)
    visibility.check(trip_id=trip_id, caller=caller)
    business = business_profile.get_business(schema_name=current_schema())
    made = evidence_of(
        trip_id=trip_id,
        payment_id=payment_id,
        operator=business.name,
        country=business.country,
        principal=caller,
        at=utc_now(),
    )
    response = HttpResponse(made, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="evidence-{payment_id}.pdf"'
    response["Cache-Control"] = "private, no-store"
    return response


@router.post("/api/payment/cancel/{hold}", auth=HOLD, response=_ANSWER, operation_id="payment_cancel_hold")
def cancel_hold(request: HttpRequest, hold: Id, body: r.HoldReleaseIn) -> dict[str, object]:
    """Give back what is held on a card."""
    _reach(request, hold)
    done = captures.release_hold(hold_id=hold, reason=body.reason, by=by_of(request), at=utc_now())
    return answer(request, done)


@router.post("/api/payment/capture/hold", auth=HOLD, response=_ANSWER, operation_id="payment_capture_hold")
def capture_hold(request: HttpRequest, body: r.HoldCaptureIn) -> dict[str, object]:
    """Take what is held on a card, or a part of it: the rest is released."""
    _reach(request, body.payment_hold_id)
    done = captures.capture_hold(
        hold_id=body.payment_hold_id, amount=body.amount, reason=body.reason, by=by_of(request), at=utc_now()
    )
    return answer(request, done)


def _reach(request: HttpRequest, hold_id: int) -> None:
    found = money.get_hold(hold_id=hold_id)
    visibility.check(trip_id=found.trip_id, caller=caller_of(request))
