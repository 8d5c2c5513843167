"""Two tabs, two customers, a payment and a cancellation in the same instant: the database decides."""

from typing import Any

import pytest

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Busy
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.payment_links import operations as payment_links
from outfitter_tenants.checkout.self_service import policy_cancellation, rebook
from outfitter_tenants.checkout.self_service.policy_cancellation import CancelScope
from outfitter_tenants.checkout.self_service.refusal import NotOffered
from outfitter_tenants.ledger.models import Intent, Payment
from outfitter_tenants.people.models import Properties
from outfitter_tenants.scheduling.operations import SoldOut
from outfitter_tenants.trips.models import OrderMove, TripOrder
from tests.checkout.payment_world import check_journal, check_trip
from tests.checkout.test_races import SCHEMA, at_once
from tests.portal.customer_page import reprice
from tests.support.card_gateway import CardGateway
from tests.support.sales import ADULT, CHILD, make_offer
from tests.support.sold_trips import another_departure, drift, order_of, pay, seats, sell

pytestmark = pytest.mark.django_db(transaction=True)
TOTAL = 2 * ADULT + CHILD


def allow() -> None:
    Properties.objects.update_or_create(
        pk=1, defaults={"is_allow_self_rebook": True, "is_allow_self_cancel": True}
    )


def problems(results: list[Any]) -> list[Exception]:
    return [result for result in results if isinstance(result, Exception)]


def test_two_tabs_cancel_once() -> None:
    with in_schema(SCHEMA):
        allow()
        trip_id = sell(make_offer())
        pay(trip_id, TOTAL)
        token = policy_cancellation.preview(trip_id=trip_id, scope=CancelScope(), at=utc_now()).token

    def cancel() -> Any:
        return policy_cancellation.cancel(
            trip_id=trip_id, scope=CancelScope(), token=token, outcome="refund", at=utc_now()
        )

    lost = problems(at_once([cancel] * 3))

    assert len(lost) == 2
    assert all(isinstance(one, NotOffered | Busy) for one in lost), lost
    with in_schema(SCHEMA):
        assert Payment.objects.filter(trip_id=trip_id, kind="refund").count() == 1
        check_trip(trip_id)
        check_journal()
        assert drift() == []


def test_two_customers_move_to_the_last_seats() -> None:
    with in_schema(SCHEMA):
        allow()
        offer = make_offer(capacity=10)
        there = another_departure(offer)
        sell(type(offer)(offer.experience_id, there, offer.adult, offer.child), adults=7, children=0)
        trip_ids = [sell(offer), sell(offer)]
        tokens = [
            rebook.preview(trip_id=one, trip_order_id=order_of(one).pk, timeslot_id=there, at=utc_now())[1]
            for one in trip_ids
        ]

    def move(trip_id: int, token: str) -> Any:
        return lambda: rebook.move(
            trip_id=trip_id,
            trip_order_id=order_of(trip_id).pk,
            timeslot_id=there,
            token=token,
            settle="refund",
            at=utc_now(),
        )

    [lost] = problems(at_once([move(*one) for one in zip(trip_ids, tokens, strict=True)]))

    assert isinstance(lost, SoldOut | Busy), lost
    with in_schema(SCHEMA):
        assert seats(there) == (10, 0)
        assert TripOrder.objects.filter(timeslot_id=there, trip_id__in=trip_ids).count() == 1
        assert drift() == []


def _wait_for_payment(gateway: CardGateway) -> tuple[int, int, int]:
    """Have a move wait that is paid at the gateway, of which we have not heard: trip, departure, intent."""
    with in_schema(SCHEMA):
        allow()
        offer = make_offer()
        there, trip_id = another_departure(offer), sell(offer)
        reprice(there, offer, adult=ADULT + 1000, child=CHILD)
        pay(trip_id, TOTAL)
        order_id = order_of(trip_id).pk
        _, token = rebook.preview(trip_id=trip_id, trip_order_id=order_id, timeslot_id=there, at=utc_now())
        made = rebook.move(
            trip_id=trip_id,
            trip_order_id=order_id,
            timeslot_id=there,
            token=token,
            settle="pay",
            at=utc_now(),
        )
        assert made.link is not None
        begun = payment_links.begin(link=made.link, shown=2000, tip_amount=0, booking_ids=(), at=utc_now())
        gateway.pay(str(Intent.objects.get(pk=begun.intent_id).gateway_id))
    return trip_id, there, begun.intent_id


def test_paid_and_given_up_at_once(gateway: CardGateway) -> None:
    trip_id, there, intent_id = _wait_for_payment(gateway)
    with in_schema(SCHEMA):
        order_id = order_of(trip_id).pk

    def withdraw() -> Any:
        return rebook.withdraw(trip_id=trip_id, trip_order_id=order_id, at=utc_now())

    def confirm() -> Any:
        return intents.confirm(trip_id=trip_id, intent_id=intent_id, at=utc_now())

    results = at_once([withdraw, confirm, confirm])

    assert all(isinstance(one, Busy) for one in problems(results)), results
    with in_schema(SCHEMA):
        confirm()
        move = OrderMove.objects.get()
        back = Payment.objects.filter(trip_id=trip_id, kind="refund").count()
        # Either it was paid in time and made, or it was given up and its money goes back.
        assert (move.status, order_of(trip_id).timeslot_id == there, back) in {
            ("done", True, 0),
            ("withdrawn", False, 1),
        }
        check_trip(trip_id)
        check_journal()
        assert drift() == []
