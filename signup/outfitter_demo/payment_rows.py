"""Money of the stories: price lines, payments and refunds as rows that add up."""

import random
import uuid
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from outfitter_demo.trip_scenarios import TripScenario
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger.models import Intent, Payment
from outfitter_tenants.trips.models import Trip

CARDS: Final = (("visa", "4242"), ("visa", "1881"), ("mastercard", "4444"), ("amex", "0005"))


@dataclass(slots=True)
class Books:
    """Rows of money, in the order in which they are written."""

    intents: list[Intent] = field(default_factory=list)
    payments: list[Payment] = field(default_factory=list)
    refunds: list[Payment] = field(default_factory=list)

    def write(self) -> None:
        """Write everything that was collected."""
        Intent.objects.bulk_create(self.intents)
        Payment.objects.bulk_create(self.payments)
        Payment.objects.bulk_create(self.refunds)
        ledger.post_payments(payments=[*self.payments, *self.refunds])


def settle(
    rng: random.Random, books: Books, *, trip: Trip, story: TripScenario, price: int, at: datetime
) -> None:
    """
    Pay a trip as its story says, and give back what a change left over.

    `price` is what it cost when it was booked, the trip's total what it costs now (cents).
    """
    wanted = price * story.paid // 100
    if not wanted or story.status == "deleted":
        return
    payment = _payment(rng, books, trip, story, wanted)
    trip.paid_amount = wanted
    over = wanted - trip.total_amount
    if over > 0 and (story.cancel_reason or story.goodwill_amount):
        _refund(books, payment, story, over, at)
        trip.refunded_amount = over


def _payment(rng: random.Random, books: Books, trip: Trip, story: TripScenario, amount: int) -> Payment:
    paid_at = story.created_at + timedelta(minutes=rng.randint(1, 4))
    brand, last4 = rng.choice(CARDS)
    is_card = story.pay_with == "card"
    intent = _intent(rng, len(books.intents), trip, amount, paid_at) if is_card else None
    if intent:
        books.intents.append(intent)
    payment = Payment(
        trip=trip,
        kind="payment",
        method=story.pay_with,
        amount=amount,
        currency=trip.currency,
        status="succeeded",
        intent=intent,
        card_brand=brand if is_card else None,
        gateway_charge_id=f"ch_demo{len(books.intents):05}" if is_card else None,
        card_last4=last4 if is_card else None,
        card_exp="09/2029" if is_card else None,
        paid_by={"kind": "customer"},
        received_at=paid_at,
        created_at=paid_at,
    )
    books.payments.append(payment)
    return payment


def _intent(rng: random.Random, number: int, trip: Trip, amount: int, at: datetime) -> Intent:
    return Intent(
        uuid=uuid.UUID(int=rng.getrandbits(128), version=4),
        gateway="stripe",
        gateway_id=f"pi_demo{number:05}",
        trip=trip,
        amount=amount,
        currency=trip.currency,
        status="succeeded",
        created_at=at,
        settled_at=at,
    )


def _refund(books: Books, payment: Payment, story: TripScenario, amount: int, at: datetime) -> None:
    back_at = min(at, max(payment.received_at, story.first_start - timedelta(hours=30)))
    if story.goodwill_amount:
        back_at = min(at, story.first_start + timedelta(hours=4))
    reason = "Canceled in time." if story.cancel_reason else "Fog: we came home early."
    books.refunds.append(
        Payment(
            trip=payment.trip,
            kind="refund",
            parent_payment=payment,
            method=payment.method,
            amount=amount,
            currency=payment.currency,
            status="succeeded",
            intent=payment.intent,
            gateway_refund_id=f"re_demo{len(books.refunds):05}" if payment.intent else None,
            card_brand=payment.card_brand,
            card_last4=payment.card_last4,
            reason=reason,
            received_at=back_at,
            created_at=back_at,
        )
    )
