"""Payments and refunds: append-only rows, and the posting that each of them makes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from outfitter.kit.cash import cash_rounding
from outfitter.plugins import outbox
from outfitter.plugins.payments.types import GatewayIntent
from outfitter_tenants.ledger.models import Intent, Payment
from outfitter_tenants.ledger.operations import cash_movements, journal
from outfitter_tenants.people import queries as people


def record_payment(*, intent: Intent, answer: GatewayIntent, at: datetime) -> Payment | None:
    """
    Append the payment of a succeeded intent; None when it is there already.

    One payment per intent is a constraint: confirm and webhook may both come.
    """
    if intent.trip_id is None or Payment.objects.filter(intent=intent, kind="payment").exists():
        return None
    amount = answer.amount_received or intent.amount
    payment = Payment.objects.create(
        trip_id=intent.trip_id,
        kind="payment",
        method=_METHODS.get(answer.paid_with or "", "card"),
        amount=amount,
        # What was taken of an authorisation pays the trip first.
        tip_amount=_tip(intent, answer, amount),
        currency=intent.currency,
        status="succeeded",
        intent=intent,
        gateway_charge_id=answer.charge_id,
        card_brand=answer.card_brand,
        card_last4=answer.card_last4,
        card_exp=answer.card_exp,
        card_wallet=answer.wallet,
        is_terminal_only=answer.paid_with == "interac",
        saved_card_id=intent.saved_card_id,
        paid_by={"kind": intent.card_owner},
        covered_booking_ids=intent.booking_ids,
        collected_by=intent.by,
        device_id=intent.device_id,
        received_at=at,
        created_at=at,
    )
    journal.post_payment(payment=payment, by=intent.by, at=at)
    return payment


def mark_terminal_only(*, payment_id: int) -> None:
    """Note that a payment is given back at a reader only: its gateway said so."""
    Payment.objects.filter(pk=payment_id, kind="payment").update(is_terminal_only=True)


_METHODS: Final = {"card_present": "card_present", "interac": "card_present", "wallet": "wallet"}


def _tip(intent: Intent, answer: GatewayIntent, amount: int) -> int:
    promised = max(intent.tip_amount, answer.tip_amount)
    missing = max(intent.amount - intent.tip_amount + promised - amount, 0)
    return max(0, min(promised - missing, amount))


@dataclass(frozen=True, slots=True)
class Received:
    """
    Money that reached us past our gateway, in minor units.

    `amount` is what goes towards the trip, the tip comes on top. `tendered` is what a customer
    handed over in cash: what is above both went back as change. `booking_ids` are the guests it
    pays for, none when it pays for the trip. `request_key` names the request that tells of it: sent
    again after a crash it finds what it did.
    """

    method: str
    amount: int
    tip_amount: int = 0
    reference: str = ""
    tendered: int | None = None
    note: str = ""
    received_at: datetime | None = None
    booking_ids: tuple[int, ...] = ()
    device_id: int | None = None
    request_key: str | None = None
    payer: str = "customer"

    @property
    def whole(self) -> int:
        """Return what was kept, tip and all."""
        return self.amount + self.tip_amount


def rounding_of(*, method: str, amount: int, currency: str) -> int:
    """
    Return what a till takes or gives more, or (negative) less, than an amount (minor units).

    Cash goes to the nearest coin as the operator set it; nothing else is rounded (domain.md 4.1.6).
    """
    if method != "cash":
        return 0
    return cash_rounding(amount, people.get_cash_step(currency=currency))


def append_received(
    *, trip_id: int, currency: str, received: Received, by: int | None, at: datetime
) -> Payment:
    """
    Append a payment that was made past our gateway; the caller tells the log.

    The trip gets what was received, the till what coins can pay of it.
    """
    payment = _received_row(trip_id, currency, received, by, at)
    payment.save(force_insert=True)
    journal.post_payment(payment=payment, by=by, at=at)
    cash_movements.note_payment(payment=payment, by=by, at=at)
    return payment


def append_all_received(
    *, received: Mapping[int, Received], currency: str, by: int | None, at: datetime
) -> dict[int, Payment]:
    """Append one payment for each of these trips, all in two statements; see `append_received`."""
    rows = {trip_id: _received_row(trip_id, currency, one, by, at) for trip_id, one in received.items()}
    Payment.objects.bulk_create(rows.values())
    moved = [journal.payment_movement(row) for row in rows.values()]
    journal.post_all(movements=moved, currency=currency, by=by, at=at)
    for row in rows.values():
        cash_movements.note_payment(payment=row, by=by, at=at)
    return rows


def _received_row(trip_id: int, currency: str, received: Received, by: int | None, at: datetime) -> Payment:
    rounding = rounding_of(method=received.method, amount=received.whole, currency=currency)
    return Payment(
        trip_id=trip_id,
        kind="payment",
        method=received.method,
        amount=received.whole,
        tip_amount=received.tip_amount,
        currency=currency,
        status="succeeded",
        paid_by={"kind": received.payer},
        collected_by=by,
        reference=received.reference,
        tendered_amount=received.tendered,
        note=received.note,
        cash_rounding=rounding,
        covered_booking_ids=sorted(set(received.booking_ids)),
        device_id=received.device_id,
        received_at=received.received_at or at,
        request_key=received.request_key,
        created_at=at,
    )


def rounding_facts(row: Payment) -> dict[str, int]:
    """Return what the log says of coins that pay no finer; nothing where nothing was rounded."""
    return {"cash_rounding": row.cash_rounding} if row.cash_rounding else {}


def facts_of(payment: Payment) -> dict[str, Any]:
    """Return what the log says of a payment; amounts in minor units."""
    return {
        "amount": payment.amount,
        "tip_amount": payment.tip_amount,
        "method": payment.method,
        "currency": payment.currency,
        "reference": payment.reference,
        **rounding_facts(payment),
    }


def publish_captured(*, payment: Payment, at: datetime) -> None:
    """Tell others that money of a trip came in, in the caller's transaction."""
    outbox.publish(
        "payment.captured",
        at=at,
        trip_id=payment.trip_id,
        payment_id=payment.pk,
        amount=payment.amount,
        currency=payment.currency,
    )


def change_payment(
    *, payment: Payment, values: dict[str, Any], by: int | None, at: datetime
) -> tuple[dict[str, object], dict[str, object]]:
    """
    Write what staff noted wrongly of a payment; returns what changed, before and after.

    What becomes cash is rounded, and what was no cash after all is rounded no more: the journal
    says so in a posting of its own. The caller holds the trip's lock.
    """
    method = values.get("method", payment.method)
    if method != payment.method:
        values = values | {
            "cash_rounding": rounding_of(method=method, amount=payment.amount, currency=payment.currency)
        }
    before = {name: getattr(payment, name) for name in values}
    in_drawer = payment.handed_amount if payment.method == "cash" else 0
    changed = {name: value for name, value in values.items() if value != before[name]}
    for name, value in changed.items():
        setattr(payment, name, value)
    if changed:
        payment.save(update_fields=list(changed))
    if "cash_rounding" in changed:
        difference = changed["cash_rounding"] - before["cash_rounding"]
        journal.post_rounding(payment=payment, difference=difference, by=by, at=at)
    if "method" in changed:
        cash_movements.note_correction(payment=payment, before=in_drawer, by=by, at=at)
    return {name: before[name] for name in changed}, changed


def void_payment(*, payment: Payment, reason: str, by: int | None, at: datetime) -> None:
    """Take back a payment that was never made, in the journal and on its row."""
    journal.post_payment_reversal(payment=payment, reason=reason, by=by, at=at)
    cash_movements.note_void(payment=payment, reason=reason, by=by, at=at)
    payment.status, payment.reason = "reversed", reason
    payment.save(update_fields=["status", "reason"])


def void_all(
    *, payments: Sequence[Payment], currency: str, reason: str, by: int | None, at: datetime
) -> None:
    """Take back payments without tips that were never made, all in two statements; see `void_payment`."""
    moved = [journal.reversal_movement(row, reason=reason) for row in payments]
    journal.post_all(movements=moved, currency=currency, by=by, at=at)
    Payment.objects.filter(pk__in=[row.pk for row in payments]).update(status="reversed", reason=reason)
    for row in payments:
        cash_movements.note_void(payment=row, reason=reason, by=by, at=at)
        row.status, row.reason = "reversed", reason
