"""What the operator called off, and lets the customer book anew by themselves (domain.md 4.25)."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts
from outfitter.plugins.models import OutboxEvent
from outfitter.plugins.types import Event
from outfitter_tenants.checkout.mass_cancellation import MassCancellationRequest
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.messaging import subscribers
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.people.models import Properties
from outfitter_tenants.trips.models import OrderMove, Trip, TripOrder
from tests.checkout.payment_world import check_journal, check_trip
from tests.checkout.test_mass_cancel import begin, work
from tests.portal.customer_page import Page, reprice
from tests.support.card_gateway import CardGateway
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT, CHILD, Offer, make_offer
from tests.support.sold_trips import STAFF, another_departure, drift, order_of, pay, seats, sell

TOTAL = 2 * ADULT + CHILD


@pytest.fixture
def there(offer: Offer) -> int:
    return another_departure(offer, days=3)


def call_off(offer: Offer, **terms: Any) -> None:
    wish = {"refund_mode": "none", "allow_self_rebook": True, "is_notified": True, **terms}
    work(begin(offer, MassCancellationRequest(reason="Storm", cause="weather", **wish)).job_id)


def mails() -> list[str]:
    """Return what is written to the customers of what was called off."""
    for row in OutboxEvent.objects.filter(name="trip_order.cancelled"):
        event = Event(str(row.pk), row.name, row.payload, row.occurred_at)
        subscribers.on_order_cancelled(contexts.context_for(schema_name=current_schema()), event)
    return list(Message.objects.filter(category="cancellation").values_list("body_text", flat=True))


def check(trip_id: int) -> None:
    check_trip(trip_id)
    check_journal()
    assert drift() == []


def path(trip_id: int, what: str = "rebook") -> str:
    return f"orders/{order_of(trip_id).pk}/{what}"


def look(page: Page, timeslot_id: int) -> dict[str, Any]:
    return dict(page.done(path(page.trip_id, "rebook/preview"), timeslot_id=timeslot_id))


def choices(page: Page, **more: Any) -> dict[int, Any]:
    today = utc_now().date()
    answer = page.get(
        path(page.trip_id, "timeslots"), date_from=today, date_to=today + timedelta(days=30), **more
    )
    assert answer.status_code == 200, answer.content[:400]
    rows = [row for day in answer.json()["days"] for row in day["timeslots"]]
    return {row["timeslot_id"]: (row["is_bookable"], row["difference"]) for row in rows}


class TestOffered:
    def test_another_time_without_a_difference(
        self, page: Page, trip_id: int, offer: Offer, there: int
    ) -> None:
        """Whatever the operator lets customers do otherwise, and whatever the new time costs."""
        pay(trip_id, TOTAL)
        Properties.objects.update(is_allow_self_rebook=False, self_rebook_limit=1)
        TripOrder.objects.filter(trip=trip_id).update(rebooked_cnt=1)
        reprice(there, offer, adult=ADULT + 1000, child=CHILD + 500)
        call_off(offer)

        [policy] = page.init()["policies"]
        assert policy["rebook"]["is_allowed"]
        assert choices(page)[there] == (True, 0)
        shown = look(page, there)
        assert (shown["due_now"], shown["refund"]["amount"]) == (0, 0)
        done = page.done(path(trip_id), timeslot_id=there, token=shown["token"])

        assert done["is_moved"]
        order, trip = order_of(trip_id), Trip.objects.get(pk=trip_id)
        assert (order.status, order.timeslot_id, order.rebook_offer) == ("active", there, None)
        assert (trip.total_amount, trip.paid_amount) == (TOTAL, TOTAL)
        # Neither its moves nor its policy count what was no doing of theirs.
        assert (order.rebooked_cnt, order.policy_start_at) == (1, None)
        assert (seats(offer.timeslot_id), seats(there)) == ((0, 0), (3, 0))
        assert not page.init()["policies"][0]["rebook"]["is_allowed"]
        check(trip_id)

    def test_what_went_back_is_paid_first(
        self, page: Page, trip_id: int, offer: Offer, there: int, gateway: CardGateway
    ) -> None:
        pay(trip_id, TOTAL)
        call_off(offer, refund_mode="full")
        assert Payment.objects.get(kind="refund").status == "pending"

        shown = look(page, there)
        assert shown["due_now"] == TOTAL
        done = page.done(path(trip_id), timeslot_id=there, token=shown["token"], settle="pay")

        assert (done["is_moved"], done["amount"]) == (False, TOTAL)
        assert (order_of(trip_id).status, seats(there)) == ("cancelled", (0, 3))
        secret = done["pay_url"].rpartition("/pay/")[2]
        begun = page.client.post(
            f"/api/paymentLink/{secret}/createIntent", {"amount": TOTAL}, content_type="application/json"
        ).json()
        gateway.pay(next(iter(gateway.intents)))
        page.client.post(
            f"/api/paymentLink/{secret}/confirm",
            {"intent_id": begun["intent_id"]},
            content_type="application/json",
        )

        order = order_of(trip_id)
        assert (order.status, order.timeslot_id) == ("active", there)
        assert OrderMove.objects.get().status == "done"
        assert (seats(offer.timeslot_id), seats(there)) == ((0, 0), (3, 0))
        check(trip_id)

    def test_no_time_too_late_and_none_too_often(self, page: Page, offer: Offer, there: int) -> None:
        Properties.objects.update(self_rebook_min_hours=500)
        call_off(offer)

        assert page.init()["policies"][0]["rebook"]["is_allowed"]
        assert look(page, there)["due_now"] == TOTAL

    def test_any_experience(self, page: Page, trip_id: int, offer: Offer, there: int) -> None:
        """Another experience has a price of its own."""
        pay(trip_id, TOTAL)
        other = make_offer(name="Sail")
        reprice(other.timeslot_id, other, adult=ADULT - 500, child=CHILD)
        call_off(offer, allow_other_experience=True)
        assert choices(page, experience_id=other.experience_id)[other.timeslot_id] == (True, -1000)

        shown = look(page, other.timeslot_id)
        assert shown["refund"]["outcomes"] == ["refund", "credit"]
        done = page.done(path(trip_id), timeslot_id=other.timeslot_id, token=shown["token"])

        assert (done["is_moved"], done["refund_amount"]) == (True, 1000)
        assert order_of(trip_id).experience_id == other.experience_id
        check(trip_id)

    def test_the_mail_leads_there(self, page: Page, trip_id: int, offer: Offer) -> None:
        call_off(offer)

        [text] = mails()
        key, order = Trip.objects.get(pk=trip_id).hash, order_of(trip_id).pk
        assert f"/customerPortal?trip={key}&move={order}\n" in text
        assert "choose another time" in text


class TestNotOffered:
    def refused(self, page: Page, timeslot_id: int) -> str:
        for what in ("rebook/preview", "rebook"):
            body = {"timeslot_id": timeslot_id, **({"token": "x"} if what == "rebook" else {})}
            detail = page.refused(path(page.trip_id, what), 409, "self_service_refused", **body)
        return str(detail["reason"])

    def test_without_the_operators_offer(self, page: Page, offer: Offer, there: int) -> None:
        call_off(offer, allow_self_rebook=False)

        assert self.refused(page, there) == "canceled"

    def test_another_experience_where_only_another_time_is(self, page: Page, offer: Offer) -> None:
        other = make_offer(name="Sail")
        call_off(offer)

        page.refused(path(page.trip_id, "rebook/preview"), 404, "not_found", timeslot_id=other.timeslot_id)
        today = utc_now().date()
        answer = page.get(
            path(page.trip_id, "timeslots"), date_from=today, date_to=today, experience_id=other.experience_id
        )
        assert answer.status_code == 404

    def test_not_for_ever(self, page: Page, trip_id: int, offer: Offer, there: int) -> None:
        call_off(offer)
        long_ago = utc_now() - timedelta(days=366)
        TripOrder.objects.filter(trip=trip_id).update(cancelled_at=long_ago)

        assert self.refused(page, there) == "canceled"

    def test_a_partners_trip_is_the_partners_to_change(
        self, page: Page, trip_id: int, offer: Offer, there: int
    ) -> None:
        Trip.objects.filter(pk=trip_id).update(reseller_id=make_reseller(), collect_type="reseller_collects")

        call_off(offer)

        assert self.refused(page, there) == "partner"
        [text] = mails()
        assert "choose another time" not in text
        assert "&move=" not in text

    def test_once(self, page: Page, trip_id: int, offer: Offer, there: int) -> None:
        pay(trip_id, TOTAL)
        call_off(offer)
        token = look(page, there)["token"]
        page.done(path(trip_id), timeslot_id=there, token=token)
        Properties.objects.update(is_allow_self_rebook=False)

        assert self.refused(page, another_departure(offer, days=5)) == "off"

    def test_what_staff_brought_back_is_as_any_other(
        self, page: Page, trip_id: int, offer: Offer, there: int
    ) -> None:
        call_off(offer)
        cancellations.uncancel(
            trip_id=trip_id, trip_order_id=order_of(trip_id).pk, is_unscheduled=True, by=STAFF, at=utc_now()
        )
        assert order_of(trip_id).rebook_offer is None
        Properties.objects.update(is_allow_self_rebook=False)

        assert self.refused(page, there) == "off"

    def test_the_new_departure_is_full(self, page: Page, offer: Offer, there: int) -> None:
        call_off(offer)
        sell(Offer(offer.experience_id, there, offer.adult, offer.child), adults=8, children=0)

        assert choices(page)[there] == (False, None)
        page.refused(path(page.trip_id, "rebook/preview"), 409, "sold_out", timeslot_id=there)


def test_what_was_paid_for_a_departure_that_filled_goes_back(
    page: Page, trip_id: int, offer: Offer, there: int, gateway: CardGateway
) -> None:
    """The seats were let go while the customer paid: the order stays canceled, the money goes back."""
    call_off(offer)
    shown = look(page, there)
    done = page.done(path(trip_id), timeslot_id=there, token=shown["token"], settle="pay")
    move = OrderMove.objects.get()
    secret = done["pay_url"].rpartition("/pay/")[2]
    begun = page.client.post(
        f"/api/paymentLink/{secret}/createIntent", {"amount": TOTAL}, content_type="application/json"
    ).json()
    page.done(path(trip_id, "rebook/withdraw"))
    sell(Offer(offer.experience_id, there, offer.adult, offer.child), adults=8, children=0)
    gateway.pay(next(iter(gateway.intents)))
    page.client.post(
        f"/api/paymentLink/{secret}/confirm",
        {"intent_id": begun["intent_id"]},
        content_type="application/json",
    )

    move.refresh_from_db()
    assert (move.status, order_of(trip_id).status) == ("withdrawn", "cancelled")
    assert Payment.objects.get(kind="refund").amount == TOTAL
    check(trip_id)
