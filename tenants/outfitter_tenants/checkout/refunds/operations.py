"""Money that staff give back: by the gateway, at a reader, onto a gift card or by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final, Literal

from outfitter.kit.errors import DomainError, Invalid
from outfitter.plugins import outbox, scheduled_jobs
from outfitter.plugins.payments.types import GatewayUnavailable, PaymentFailed
from outfitter_tenants.checkout import stored_value
from outfitter_tenants.checkout.refunds import (
    gateway_refunds,
    preview_tokens,
    refund_preview,
    refund_webhooks,
    weather_credit,
)
from outfitter_tenants.checkout.refunds.refund_preview import RefundExceeds
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.checkout.sale_terms.balance_due import require_chargeable
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.checkout.trip_changes.change import (
    Change,
    ChangeResult,
    TripActor,
    WrongState,
    change_trip,
)
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.operations import RefundAmount

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Payment
    from outfitter_tenants.pricing.rules.refund_plan import Paid

Way = Literal["source", "gift_card", "cash", "check", "wire", "bank_transfer", "other"]
# Payments of a trip stay with it whatever becomes of it, and so does giving them back.
ANY: Final = frozenset({"draft", "under_review", "reserved", "deleted"})


class NotRefundable(DomainError):
    """This payment is not given back here; the detail's `reason` says why."""

    code = "not_refundable"
    status = 422


class TerminalRefundRequired(DomainError):
    """This card is given its money back at a reader only, with the card there (domain.md 4.9)."""

    code = "terminal_refund_required"
    status = 422


class RefundRefused(DomainError):
    """The gateway refused; nothing went back. The detail's `reason` is its code."""

    code = "refund_refused"
    status = 422


@dataclass(frozen=True, slots=True)
class RefundPart:
    """
    What of a payment goes back, and how; amounts in minor units.

    Without `amount` it is all that is left, without `tip_amount` tips go back last.
    """

    payment_id: int
    amount: int | None = None
    tip_amount: int | None = None
    way: Way = "source"


@dataclass(frozen=True, slots=True)
class RefundRequest:
    """
    A refund as staff ask for it: parts of payments, or what the preview of a token showed.

    `retry_id` is a refund that did not go through and is asked for again. `is_card` wants a card
    payment, `reader` is where the card is. `request_key` names the request: sent again it does
    nothing twice.
    """

    reason: str
    parts: tuple[RefundPart, ...] = ()
    way: Way = "source"
    note: str = ""
    token: str | None = None
    retry_id: int | None = None
    is_card: bool = False
    reader: str | None = None
    request_key: str | None = None


@dataclass(frozen=True, slots=True)
class RefundResult:
    """What was given back or promised: its rows as they stand, and the store credit made of it."""

    done: ChangeResult
    refunds: "tuple[Payment, ...]"
    credit: "stored_value.StoreCredit | None" = None


def refund_payments(
    *, trip_id: int, refund: RefundRequest, by: TripActor, at: datetime, version: int | None = None
) -> RefundResult:
    """
    Give money of a trip back. It cancels nothing: what is owed afterwards is owed (domain.md 4.11).

    Rows come first, in one transaction under the trip's lock; then the gateway is asked, and what
    it does not answer is asked again by a due job.

    :raises RefundExceeds: a payment has less left
    :raises RefundChanged: what the token showed is not what would be given back now
    :raises NotRefundable: a payment is disputed, void, or a partner's to give back
    :raises TerminalRefundRequired: it goes back at a reader only
    :raises RefundRefused: the gateway refused all of it
    :raises WeatherCreditNotAllowed: credit was asked for that a policy does not allow
    """
    made, credit = _find_earlier_result(refund), None
    warnings: tuple[dict[str, str], ...] = ()
    if not made:
        with change_trip(
            trip_id=trip_id, by=by, at=at, version=version, states=ANY, is_money=False
        ) as change:
            made = _find_earlier_result(refund)
            if not made:
                made, credit = _make_refunds(change, refund)
        warnings = change.result.warnings
    _call_gateway(made, at)
    return _build_result(trip_id, made, credit, warnings)


def _find_earlier_result(refund: RefundRequest) -> "list[Payment]":
    """Return what this very request has made already, when its answer got lost."""
    return money.list_by_request(request_key=refund.request_key) if refund.request_key else []


def _make_refunds(
    change: Change, refund: RefundRequest
) -> "tuple[list[Payment], stored_value.StoreCredit | None]":
    trip, at = change.trip, change.at
    parts = _resolved(change, refund)
    cards = [item for item in parts if item[2] == "gift_card" and item[0].method != "gift_card"]
    made, credit = [], None
    for place, (payment, back, way) in enumerate(parts):
        if (payment, back, way) not in cards:
            made.append(_refund_payment(change, refund, payment, _keyed(back, refund, place), way))
    if cards:
        weather_credit.refuse_barred_refund(trip, reason=refund.reason, is_credit=True, token=refund.token)
        credit = stored_value.issue_credit(
            trip=trip,
            parts=[
                stored_value.CreditPart(payment.pk, back.amount, back.tip_amount)
                for payment, back, _ in cards
            ],
            back=_keyed(_back(change, refund, 0, 0), refund, len(parts)),
            at=at,
        )
        made += credit.refunds
    payment_sums.store_payment_sums(trip=trip, at=at)
    refund_webhooks.update_refund_attention(trip, at)
    if stored_value.is_unpaid(trip=trip):
        change.warn("gift_card_unpaid", refund_preview.UNPAID)
    _log_refund(change, refund, made)
    return made, credit


def _resolved(change: Change, refund: RefundRequest) -> "list[tuple[Payment, RefundAmount, Way]]":
    wanted = refund.parts
    if refund.token is not None:
        shown = _shown(change, refund)
        wanted = wanted or tuple(RefundPart(part[0], part[1], part[2], refund.way) for part in shown)
    if refund.retry_id is not None:
        wanted = (_again(change, refund.retry_id, refund.way),)
    if not wanted:
        raise Invalid({"payment_id": ["There's nothing to refund."]})
    if len({one.payment_id for one in wanted}) != len(wanted):
        raise Invalid({"plan": ["List each payment only once."]})
    return [_checked(change, refund, one) for one in wanted]


def _shown(change: Change, refund: RefundRequest) -> Sequence[tuple[int, int, int, str]]:
    """Return the plan that was shown, when it is still what would be done."""
    facts = preview_tokens.read(refund.token or "")
    if facts["trip"] != change.trip.pk:
        raise Invalid({"preview_token": ["This preview doesn't match this refund."]})
    wish = CancellationOptions(reason=facts["reason"], refund=facts["refund"], is_credit=facts["as"])
    try:
        found = refund_preview.calculate_refund(
            trip_id=change.trip.pk,
            scope=refund_preview.RefundScope.of(facts["ask"]),
            wish=wish,
            by=change.by,
            at=change.at,
        )
    except (RefundExceeds, WrongState) as problem:
        raise preview_tokens.RefundChanged(
            "The amount has changed. Please check again.", reason=problem.code, **problem.detail
        ) from problem
    if preview_tokens.differs(facts, found):
        raise preview_tokens.RefundChanged(
            "The amount has changed. Please check again.", now=preview_tokens.figures(found)
        )
    plan: Sequence[tuple[int, int, int, str]] = facts["plan"]
    return plan


def _again(change: Change, refund_id: int, way: Way) -> RefundPart:
    old = money.get_refund(refund_id=refund_id, trip_id=change.trip.pk)
    if old.status not in {"failed", "reversed"} or old.replaced_by_id is not None:
        raise WrongState("This refund is no longer open.", status=old.status)
    return RefundPart(old.parent_payment_id or 0, old.amount, old.tip_amount, way)


def _checked(
    change: Change, refund: RefundRequest, wanted: RefundPart
) -> "tuple[Payment, RefundAmount, Way]":
    payment = money.get_payment(payment_id=wanted.payment_id, trip_id=change.trip.pk)
    paid = money.paid_of(payment)
    _require_open(payment, paid)
    _require_kind(payment, paid, refund)
    amount = paid.refundable_amount if wanted.amount is None else wanted.amount
    tip = paid.tip_of(amount) if wanted.tip_amount is None else wanted.tip_amount
    rest = paid.refundable_amount - paid.tip_amount
    if not 0 < amount <= paid.refundable_amount or tip > min(amount, paid.tip_amount):
        raise RefundExceeds(
            "This is more than can be refunded.",
            payment_id=payment.pk,
            refundable=paid.refundable_amount,
            tip=paid.tip_amount,
        )
    if amount - tip > rest:
        raise RefundExceeds(
            "That much of it is a tip.",
            payment_id=payment.pk,
            refundable=paid.refundable_amount,
            tip=paid.tip_amount,
        )
    if wanted.way == "source" and paid.route == "terminal" and refund.reader is None:
        raise TerminalRefundRequired(
            "This card must be present. Refund it at a reader.", payment_id=payment.pk
        )
    if wanted.way == "source" and paid.route in {"gateway", "terminal"}:
        require_chargeable(payment.currency, amount=amount)
    return payment, _back(change, refund, amount, tip), wanted.way


def _require_open(payment: "Payment", paid: "Paid") -> None:
    reason = paid.obstacle or (None if payment.status == "succeeded" else payment.status)
    if reason is not None:
        raise NotRefundable(
            _WHY.get(reason, "This payment can't be refunded."), reason=reason, payment_id=payment.pk
        )


def _require_kind(payment: "Payment", paid: "Paid", refund: RefundRequest) -> None:
    reason = None
    if refund.is_card and paid.route not in {"gateway", "terminal"}:
        reason = "not_by_card"
    elif refund.reader is not None and payment.method != "card_present":
        reason = "not_card_present"
    if reason is not None:
        raise NotRefundable(_WHY[reason], reason=reason, payment_id=payment.pk)


_WHY: Final = {
    "not_by_card": "This wasn't paid by card.",
    "not_card_present": "The card wasn't present for this payment. Refund it without a reader.",
    "disputed": "This payment is disputed: its bank decides.",
    "partner_refunds": "The partner who took this payment refunds it.",
    "reversed": "This payment was removed.",
}


def _back(change: Change, refund: RefundRequest, amount: int, tip: int) -> RefundAmount:
    return RefundAmount(amount, refund.reason, tip, refund.note, change.by.avatar_id)


def _keyed(back: RefundAmount, refund: RefundRequest, place: int) -> RefundAmount:
    key = f"{refund.request_key}#{place}" if refund.request_key else None
    return RefundAmount(back.amount, back.reason, back.tip_amount, back.note, back.by, key)


def _refund_payment(
    change: Change, refund: RefundRequest, payment: "Payment", back: RefundAmount, way: Way
) -> "Payment":
    if payment.method == "gift_card" and way in {"source", "gift_card"}:
        made = stored_value.restore_value(trip=change.trip, payment_id=payment.pk, back=back, at=change.at)
        if made.gift_card_id != payment.gift_card_id:
            change.warn(
                "gift_card_replaced",
                f"The gift card is void. Its owner gets a new one, ending in {made.card_last4}.",
            )
        return made
    if way == "source" and money.paid_of(payment).route != "manual":
        made = ledger.open_refund(payment=payment, back=back, at=change.at, reader=refund.reader)
        scheduled_jobs.schedule(
            "payments.refund",
            key=str(made.pk),
            payload={"refund_id": made.pk},
            due_at=change.at + gateway_refunds.ASK_FIRST,
        )
        return made
    method = payment.method if way == "source" else way
    return ledger.give_by_hand(payment=payment, back=back, method=method, at=change.at)


def _log_refund(change: Change, refund: RefundRequest, made: "Sequence[Payment]") -> None:
    is_over = all(row.status == "succeeded" for row in made)
    change.log(
        "payment.refunded" if is_over else "payment.refund_asked",
        entity_type="payment",
        entity_id=made[0].parent_payment_id,
        after={
            "amount": sum(row.amount for row in made),
            "parts": [
                {
                    "payment_id": row.parent_payment_id,
                    "refund_id": row.pk,
                    "amount": row.amount,
                    "tip_amount": row.tip_amount,
                    "method": row.method,
                    "route": row.route,
                    **ledger.rounding_facts(row),
                }
                for row in made
            ],
        },
        reason=refund.reason,
    )
    for row in made:
        if row.status == "succeeded":
            outbox.publish(
                "payment.refunded",
                at=change.at,
                trip_id=change.trip.pk,
                payment_id=row.pk,
                amount=row.amount,
                currency=row.currency,
            )


def _call_gateway(made: "Sequence[Payment]", at: datetime) -> None:
    """Ask the gateway now for what it is to give; without an answer the due job asks again."""
    for row in made:
        if row.status not in money.WAITING:
            continue
        if row.route == "gateway":
            gateway_refunds.run_refund({"refund_id": row.pk}, at)
            continue
        try:
            gateway_refunds.ask_at_reader(refund_id=row.pk, at=at)
        except (PaymentFailed, GatewayUnavailable):
            continue


def _build_result(
    trip_id: int,
    made: "Sequence[Payment]",
    credit: "stored_value.StoreCredit | None",
    warnings: tuple[dict[str, str], ...],
) -> RefundResult:
    rows = tuple(money.get_refund(refund_id=row.pk, trip_id=trip_id) for row in made)
    failed = [row for row in rows if row.status == "failed"]
    if failed and len(failed) == len(rows):
        raise RefundRefused(
            "The card's bank or the payment service declined this refund. Nothing was refunded.",
            reason=failed[0].error_code or "gateway_refused",
            refund_ids=[row.pk for row in failed],
        )
    told = [(row.status, row) for row in rows if row.status in _TOLD]
    more = tuple(
        {"code": _TOLD[status][0], "message": _TOLD[status][1], "severity": "warn"}
        for status, row in told
        if not (status == "pending" and row.route == "terminal")
    )
    return RefundResult(ChangeResult(trip_id, (*warnings, *more)), rows, credit)


_TOLD: Final = {
    "failed": ("refund_failed", "Part of this was declined. Refund it another way."),
    "pending": ("refund_pending", "A part of this is still on its way."),
    "pending_funds": (
        "refund_pending_funds",
        "The payment service balance is too low. This will go out once it's enough.",
    ),
}
