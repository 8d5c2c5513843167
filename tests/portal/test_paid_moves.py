"""A dearer time is held until it is paid, and then it is theirs: or the money goes back."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins.payments.providers import NoPaymentProvider
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.intents import settlement
from outfitter_tenants.ledger.models import Intent, Payment, PaymentLink
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.scheduling.operations import sweep_expired_holds
from outfitter_tenants.trips.models import OrderMove, Trip
from tests.checkout.payment_world import check_journal, check_trip
from tests.portal.customer_page import Page, reprice
from tests.support.card_gateway import CardGateway
from tests.support.sales import ADULT, CHILD, Offer
from tests.support.sold_trips import another_departure, drift, order_of, pay, seats, sell

TOTAL = 2 * ADULT + CHILD
# What a dearer departure of these tests costs more.
MORE = 2 * 1000 + 500


@pytest.fixture
def there(offer: Offer) -> int:
    """Another departure at the same price, the day after."""
    return another_departure(offer)


@pytest.fixture
def dearer(there: int, offer: Offer) -> int:
    reprice(there, offer, adult=ADULT + 1000, child=CHILD + 500)
    return there


@pytest.fixture
def cheaper(there: int, offer: Offer) -> int:
    reprice(there, offer, adult=ADULT - 1000, child=CHILD - 500)
    return there


def check(trip_id: int) -> None:
    """The journal, the trip's sums and every counter of seats are right."""
    check_trip(trip_id)
    check_journal()
    assert drift() == []


def path(trip_id: int, what: str = "rebook") -> str:
    return f"orders/{order_of(trip_id).pk}/{what}"


def look(page: Page, timeslot_id: int) -> dict[str, Any]:
    return dict(page.done(path(page.trip_id, "rebook/preview"), timeslot_id=timeslot_id))


def move(page: Page, timeslot_id: int, **more: Any) -> dict[str, Any]:
    token = look(page, timeslot_id)["token"]
    return dict(page.done(path(page.trip_id), timeslot_id=timeslot_id, token=token, **more))


def begin(page: Page, url: str, amount: int) -> dict[str, Any]:
    """Open the address at which a move is paid, and begin to pay."""
    secret = url.rpartition("/pay/")[2]
    shown = page.client.get(f"/api/paymentLink/{secret}/get").json()
    assert (shown["state"], shown["amount"]) == ("open", amount)
    answer = page.client.post(
        f"/api/paymentLink/{secret}/createIntent", {"amount": amount}, content_type="application/json"
    )
    assert answer.status_code == 200, answer.content
    return {"secret": secret, "intent_id": answer.json()["intent_id"]}


def confirm(page: Page, begun: dict[str, Any]) -> dict[str, Any]:
    answer = page.client.post(
        f"/api/paymentLink/{begun['secret']}/confirm",
        {"intent_id": begun["intent_id"]},
        content_type="application/json",
    )
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


class TestDearer:
    def test_the_difference_is_paid_first(
        self, page: Page, trip_id: int, offer: Offer, dearer: int, gateway: CardGateway
    ) -> None:
        pay(trip_id, TOTAL)
        shown = look(page, dearer)
        assert (shown["difference"], shown["due_now"]) == (MORE, MORE)

        waits = page.done(path(trip_id), timeslot_id=dearer, token=shown["token"])

        assert (waits["is_moved"], waits["amount"]) == (False, MORE)
        assert order_of(trip_id).timeslot_id == offer.timeslot_id
        assert (seats(offer.timeslot_id), seats(dearer)) == ((3, 0), (0, 3))
        pending = page.init()["orders"][0]["pending_move"]
        assert (pending["amount"], pending["pay_url"]) == (MORE, waits["pay_url"])

        begun = begin(page, waits["pay_url"], MORE)
        gateway.pay(Intent.objects.get(pk=begun["intent_id"]).gateway_id)
        done = confirm(page, begun)

        assert (done["status"], done["link"]["state"]) == ("succeeded", "paid")
        assert order_of(trip_id).timeslot_id == dearer
        trip = Trip.objects.get(pk=trip_id)
        assert (trip.total_amount, trip.paid_amount, trip.attention) == (TOTAL + MORE, TOTAL + MORE, None)
        assert (seats(offer.timeslot_id), seats(dearer)) == ((0, 0), (3, 0))
        assert OrderMove.objects.get().status == "done"
        assert page.init()["orders"][0]["pending_move"] is None
        check(trip_id)

    def test_the_webhook_does_it_when_the_page_was_closed(
        self, page: Page, trip_id: int, dearer: int, gateway: CardGateway
    ) -> None:
        pay(trip_id, TOTAL)
        begun = begin(page, move(page, dearer)["pay_url"], MORE)
        intent = Intent.objects.get(pk=begun["intent_id"])
        answer = gateway.pay(intent.gateway_id)

        for _ in range(2):
            settlement.settle(schema_name=current_schema(), intent_id=intent.pk, answer=answer, at=utc_now())

        assert order_of(trip_id).timeslot_id == dearer
        assert Payment.objects.filter(kind="payment").count() == 2
        assert Payment.objects.filter(kind="refund").count() == 0
        assert confirm(page, begun)["status"] == "succeeded"
        check(trip_id)

    def test_when_it_filled_meanwhile_the_money_goes_back(
        self, page: Page, trip_id: int, offer: Offer, dearer: int, gateway: CardGateway
    ) -> None:
        pay(trip_id, TOTAL)
        begun = begin(page, move(page, dearer)["pay_url"], MORE)
        late = utc_now() + timedelta(hours=1)
        Hold.objects.filter(kind="rebook").update(expires_at=utc_now() - timedelta(minutes=1))
        sweep_expired_holds(at=late)
        sell(Offer(offer.experience_id, dearer, offer.adult, offer.child), adults=8, children=1)
        gateway.pay(Intent.objects.get(pk=begun["intent_id"]).gateway_id)

        done = confirm(page, begun)

        assert (done["status"], done["link"]["state"]) == ("refunded", "void")
        assert "money goes back" in done["message"]
        assert order_of(trip_id).timeslot_id == offer.timeslot_id
        refund = Payment.objects.get(kind="refund")
        assert (refund.amount, refund.reason) == (MORE, "sold_out")
        made = OrderMove.objects.get()
        assert (made.status, made.failure) == ("failed", "sold_out")
        assert Trip.objects.get(pk=trip_id).total_amount == TOTAL
        assert confirm(page, begun)["status"] == "refunded"
        assert Payment.objects.filter(kind="refund").count() == 1
        check(trip_id)

    def test_when_it_costs_more_by_then_the_money_goes_back(
        self, page: Page, trip_id: int, offer: Offer, dearer: int, gateway: CardGateway
    ) -> None:
        pay(trip_id, TOTAL)
        begun = begin(page, move(page, dearer)["pay_url"], MORE)
        reprice(dearer, offer, adult=ADULT + 3000, child=CHILD)
        gateway.pay(Intent.objects.get(pk=begun["intent_id"]).gateway_id)

        assert confirm(page, begun)["status"] == "refunded"

        assert order_of(trip_id).timeslot_id == offer.timeslot_id
        assert (seats(offer.timeslot_id), seats(dearer)) == ((3, 0), (0, 0))
        assert OrderMove.objects.get().failure == "price_changed"
        check(trip_id)

    def test_when_it_costs_less_by_then_the_rest_goes_back(
        self, page: Page, trip_id: int, offer: Offer, dearer: int, gateway: CardGateway
    ) -> None:
        pay(trip_id, TOTAL)
        begun = begin(page, move(page, dearer)["pay_url"], MORE)
        reprice(dearer, offer, adult=ADULT + 500, child=CHILD + 500)
        gateway.pay(Intent.objects.get(pk=begun["intent_id"]).gateway_id)

        assert confirm(page, begun)["status"] == "succeeded"

        assert order_of(trip_id).timeslot_id == dearer
        assert Payment.objects.get(kind="refund").amount == MORE - 1500
        check(trip_id)

    def test_what_is_owed_anyway_stays_owed(
        self, page: Page, trip_id: int, dearer: int, gateway: CardGateway
    ) -> None:
        pay(trip_id, 5000)
        begun = begin(page, move(page, dearer)["pay_url"], MORE)
        gateway.pay(Intent.objects.get(pk=begun["intent_id"]).gateway_id)

        assert confirm(page, begun)["status"] == "succeeded"

        trip = Trip.objects.get(pk=trip_id)
        assert trip.total_amount - trip.paid_amount == TOTAL - 5000
        check(trip_id)

    def test_given_up_the_seats_are_free(
        self, page: Page, trip_id: int, dearer: int, gateway: CardGateway
    ) -> None:
        pay(trip_id, TOTAL)
        begun = begin(page, move(page, dearer)["pay_url"], MORE)
        Trip.objects.update(locked_reason=None, locked_until=None, locked_at=None)

        page.done(path(trip_id, "rebook/withdraw"))

        assert seats(dearer) == (0, 0)
        assert page.init()["orders"][0]["pending_move"] is None
        # They paid in another tab all the same.
        gateway.pay(Intent.objects.get(pk=begun["intent_id"]).gateway_id)
        assert confirm(page, begun)["status"] == "refunded"
        assert Payment.objects.get(kind="refund").amount == MORE
        check(trip_id)

    def test_another_choice_takes_the_place_of_the_first(
        self, page: Page, trip_id: int, offer: Offer, dearer: int, gateway: CardGateway
    ) -> None:
        pay(trip_id, TOTAL)
        third = another_departure(offer, days=3)
        reprice(third, offer, adult=ADULT + 2000, child=CHILD)
        first = move(page, dearer)

        second = move(page, third)

        assert (seats(dearer), seats(third)) == ((0, 0), (0, 3))
        assert (first["amount"], second["amount"]) == (MORE, 4000)
        states = OrderMove.objects.order_by("pk").values_list("status", flat=True)
        assert list(states) == ["withdrawn", "waiting"]
        secret = first["pay_url"].rpartition("/pay/")[2]
        assert page.client.get(f"/api/paymentLink/{secret}/get").json()["state"] == "void"

    def test_canceling_gives_up_a_waiting_move(
        self, page: Page, trip_id: int, dearer: int, gateway: CardGateway
    ) -> None:
        pay(trip_id, TOTAL)
        move(page, dearer)

        page.done("cancel", token=page.done("cancel/preview")["token"])

        assert seats(dearer) == (0, 0)
        assert OrderMove.objects.get().status == "withdrawn"
        check(trip_id)

    def test_after_its_time_the_address_says_so(
        self, page: Page, trip_id: int, dearer: int, gateway: CardGateway
    ) -> None:
        pay(trip_id, TOTAL)
        waits = move(page, dearer)
        PaymentLink.objects.update(expires_at=utc_now() - timedelta(seconds=1))
        secret = waits["pay_url"].rpartition("/pay/")[2]

        assert page.client.get(f"/api/paymentLink/{secret}/get").json()["state"] == "expired"

    def test_where_no_money_is_taken_online(
        self, page: Page, trip_id: int, dearer: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def nobody(**_: Any) -> Any:
            raise NoPaymentProvider("none is switched on")

        monkeypatch.setattr(intent_calls, "payment_provider", nobody)
        pay(trip_id, TOTAL)
        token = look(page, dearer)["token"]

        detail = page.refused(path(trip_id), 409, "self_service_refused", timeslot_id=dearer, token=token)

        assert detail["reason"] == "off"
        assert seats(dearer) == (0, 0)

    def test_sent_again_it_waits_once(
        self, page: Page, trip_id: int, dearer: int, gateway: CardGateway
    ) -> None:
        pay(trip_id, TOTAL)
        body = {"timeslot_id": dearer, "token": look(page, dearer)["token"]}

        first, second = (page.post(path(trip_id), key="k-1", **body) for _ in range(2))

        assert first.json() == second.json()
        assert OrderMove.objects.count() == 1
        assert seats(dearer) == (0, 3)
