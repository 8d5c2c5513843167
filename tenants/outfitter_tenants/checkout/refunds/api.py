"""Calls that give money back, and the one that says what would be (domain.md 4.11, 5.16)."""

from django.http import HttpRequest, HttpResponse
from ninja import Router

from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS, ErrorOut, Id
from outfitter.kit.clock import utc_now
from outfitter.plugins import idempotency
from outfitter_tenants.checkout.refunds import operations as refunds
from outfitter_tenants.checkout.refunds import refund_preview as giving_back
from outfitter_tenants.checkout.refunds import requests as r
from outfitter_tenants.checkout.refunds.operations import RefundPart, RefundRequest
from outfitter_tenants.checkout.refunds.serializers import refund_preview, refund_result
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.checkout.trip_response.request_context import answer, answer_once, by_of, trip_id_of
from outfitter_tenants.checkout.trip_response.schemas import refunds as s
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import visibility

router = Router(tags=["refunds"])
REFUND = allow("payment.refund")
_ANSWER = {200: s.RefundAnswer, 502: ErrorOut, **ERRORS}


@router.post(
    "/api/payments/calculate_refund_amount",
    auth=REFUND,
    response={200: s.RefundAmountOut, **ERRORS},
    operation_id="payments_calculate_refund",
)
def calculate_refund(request: HttpRequest, body: r.RefundAmountIn) -> dict[str, object]:
    """Say what would be given back of a trip, from which payments, and what is kept and why."""
    ids = body.scope.order_ids, body.scope.booking_ids
    order_ids, booking_ids = (tuple(one) if one is not None else None for one in ids)
    found = giving_back.calculate_refund(
        trip_id=trip_id_of(request, str(body.trip_id)),
        scope=giving_back.RefundScope(order_ids, booking_ids, body.scope.amount, body.scope.is_overpaid),
        wish=CancellationOptions(reason=body.reason, refund=body.mode, is_credit=body.as_ == "gift_card"),
        by=by_of(request),
        at=utc_now(),
    )
    return {**refund_preview(found), "warnings": list(found.done.warnings)}


@router.post("/api/payment/refund", auth=REFUND, response=_ANSWER, operation_id="payment_refund")
def refund(request: HttpRequest, body: r.GiveBackIn) -> HttpResponse:
    """Give payments back: the way they came, as store credit, or by hand."""
    parts: tuple[RefundPart, ...] = ()
    if body.payment_id is not None:
        parts = (RefundPart(body.payment_id, body.amount, body.tip_amount, body.as_),)
    elif body.plan is not None:
        parts = tuple(
            RefundPart(part.payment_id, part.amount, part.tip_amount, part.as_ or body.as_)
            for part in body.plan
        )
    key = parts[0].payment_id if parts else body.refund_id
    trip_id = _trip_of_payment(request, key) if key else trip_id_of(request, str(body.trip_id))
    wanted = RefundRequest(
        body.reason,
        parts,
        way=body.as_,
        note=body.note,
        token=body.preview_token,
        retry_id=body.refund_id,
        request_key=_key(request),
    )
    return _give(request, trip_id, wanted, body.version)


@router.post("/api/payments/stripeRefund", auth=REFUND, response=_ANSWER, operation_id="payments_refund_card")
def refund_card(request: HttpRequest, body: r.CardRefundIn) -> HttpResponse:
    """Give a card payment back to its card, without the card."""
    return _give(request, _trip_of_payment(request, body.payment_id), _by_card(request, body), body.version)


@router.post(
    "/api/payments/stripe_terminal_refund",
    auth=REFUND,
    response=_ANSWER,
    operation_id="payments_refund_at_terminal",
)
def refund_at_terminal(request: HttpRequest, body: r.TerminalRefundIn) -> HttpResponse:
    """Give a payment back at a reader that asks for the card."""
    trip_id = _trip_of_payment(request, body.payment_id)
    return _give(request, trip_id, _by_card(request, body, body.reader_id), body.version)


def _by_card(request: HttpRequest, body: r.CardRefundIn, reader: str | None = None) -> RefundRequest:
    return RefundRequest(
        body.reason,
        (RefundPart(body.payment_id, body.amount, body.tip_amount),),
        note=body.note,
        token=body.preview_token,
        is_card=True,
        reader=reader,
        request_key=_key(request),
    )


def _trip_of_payment(request: HttpRequest, payment_id: Id) -> int:
    trip_id = money.trip_of_payment(payment_id=payment_id)
    visibility.check(trip_id=trip_id, caller=caller_of(request))
    return trip_id


def _key(request: HttpRequest) -> str | None:
    key = request.headers.get(idempotency.HEADER, "")
    return f"refund:{caller_of(request).avatar_id}:{key[:255]}" if key else None


def _give(request: HttpRequest, trip_id: int, wanted: RefundRequest, version: int | None) -> HttpResponse:
    def work() -> dict[str, object]:
        found = refunds.refund_payments(
            trip_id=trip_id, refund=wanted, by=by_of(request), at=utc_now(), version=version
        )
        return {**answer(request, found.done), **refund_result(found)}

    return answer_once(request, work, s.RefundAnswer)
