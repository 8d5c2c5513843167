"""Departures: how full they were and what each earned, to the cent, by hand (docs/adr/0123)."""

from datetime import time, timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.carts import operations as carts
from outfitter_tenants.checkout.carts.types import CartRequest, OrderRequest
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling.models import BookingGuide, GuideProfile, Timeslot, TimeslotGuide
from outfitter_tenants.trips.models import Booking, BookingStatus, PriceLine, Trip, TripOrder
from tests.giftcards.card_calls import pay
from tests.invoices import invoice_calls as b
from tests.reports.test_any_report import ask
from tests.reports.test_money import clerk_with
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.resources import make_group, make_resource, make_use
from tests.support.sales import ADULT, ANA, CHILD, ONLINE, make_offer
from tests.support.sold_trips import order_of, reserve, sell
from tests.support.team import make_person

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


def two_departures(offer, adults=1):
    """Sell one trip with the offer's departure and one a day later; returns trip and second departure."""
    later = scheduling.add_timeslot(
        experience_id=offer.experience_id,
        day=Timeslot.objects.get(pk=offer.timeslot_id).date + timedelta(days=1),
        start_time=time(9),
        at=utc_now(),
    )
    orders = [
        OrderRequest(None, offer.experience_id, slot_id, {offer.adult: adults})
        for slot_id in (offer.timeslot_id, later.id)
    ]
    cart = CartRequest(
        trip_id=None, version=None, locale="en", contact=ANA, orders=orders, utm={}, referrer=None
    )
    trip_id = carts.save_trip(cart=cart, caller=ONLINE, at=utc_now()).trip_id
    reserve(trip_id)
    return trip_id, later.id


def cost(trip_id, processing, platform, currency="USD"):
    """Pay a trip, and let the gateway have kept so much of it."""
    payment_id = pay(trip_id, Trip.objects.get(pk=trip_id).total_amount)
    fee = {"processing_amount": processing, "platform_amount": platform, "currency": currency}
    Payment.objects.filter(pk=payment_id).update(fee=fee)


def guide_for(slot_id, name, *, departure=None, hour=None, status="assigned"):
    person = make_person(name, "guide", is_guide=True)
    GuideProfile.objects.create(user_avatar=person, pay_per_departure=departure, pay_per_hour=hour)
    TimeslotGuide.objects.create(timeslot_id=slot_id, user_avatar=person, status=status)
    return person


def cells_of(staff, slug, slot_id, **more):
    rows = ask(staff, slug, **more).json()["data"]
    return next(row["cells"] for row in rows if row["id"] == slot_id)


def test_fill_lead_and_who_stayed_away(staff):
    limited, endless = make_offer(capacity=8), make_offer(capacity=None, name="Walk")
    sell(limited, adults=4, children=1)
    trip_id = sell(limited, adults=1, children=0)
    sell(endless, adults=3, children=0)
    missed = BookingStatus.objects.get(kind="no_show")
    Booking.objects.filter(trip_order__trip_id=trip_id).update(booking_status=missed)
    start = Timeslot.objects.get(pk=limited.timeslot_id).start_at
    Trip.objects.filter(orders__timeslot_id=limited.timeslot_id).update(
        reserved_at=start - timedelta(hours=30)
    )
    # The second booked on the spot: at once, not before it began.
    Trip.objects.filter(pk=trip_id).update(reserved_at=start + timedelta(minutes=5))

    full = cells_of(staff, "experienceDates", limited.timeslot_id)
    assert (full["booked_pax_cnt"], full["capacity"], full["fill_ppm"]) == (6, 8, 750_000)
    assert (full["guest_cnt"], full["no_show_cnt"]) == (6, 1)
    assert (full["order_cnt"], full["lead_minutes"], full["lead_hours"]) == (2, 1800, 15)
    assert full["total_amount"] == 5 * ADULT + CHILD
    open_ended = cells_of(staff, "experienceDates", endless.timeslot_id)
    assert (open_ended["booked_pax_cnt"], open_ended["fill_ppm"]) == (3, None)

    # Together only what has a limit counts: 6 of 8, not 9 of 8; a canceled one has no seats to fill.
    total = ask(staff, "experienceDates").json()["totals"]["USD"]
    assert (total["booked_pax_cnt"], total["seat_cnt"], total["fill_ppm"]) == (9, 8, 750_000)
    Timeslot.objects.filter(pk=limited.timeslot_id).update(status="cancelled")
    total = ask(staff, "experienceDates").json()["totals"]["USD"]
    assert (total["seat_cnt"], total["fill_ppm"], total["run_cnt"]) == (0, None, 1)


def test_profit_to_the_cent(staff):
    offer = make_offer()
    b.sell(offer, make_reseller(), adults=2)
    direct = sell(offer)
    cost(direct, 399, 100)
    order = order_of(direct)
    line = {"trip_id": direct, "trip_order": order, "label": "Tax", "created_at": utc_now()}
    # A tax in the price is the state's; one on top of it was never in what the tour is sold at.
    PriceLine.objects.create(kind="tax", unit_amount=500, amount=500, is_inclusive=True, **line)
    PriceLine.objects.create(kind="tax", unit_amount=300, amount=300, **line)
    PriceLine.objects.create(kind="fee", unit_amount=9, amount=9, voided_at=utc_now(), **line)
    guide_for(offer.timeslot_id, "Ida", departure=5000, hour=1501)
    guide_for(offer.timeslot_id, "Not", departure=9999, status="declined")
    boat = make_resource(group=make_group(), cost_per_departure=2000, cost_per_hour=1000)
    slot = Timeslot.objects.get(pk=offer.timeslot_id)
    # Three guests' seats on one boat for the same two hours, and half an hour to bring it back.
    make_use(slot=slot, resource=boat, units=2)
    make_use(slot=slot, resource=boat, end_at=slot.end_at + timedelta(minutes=30))

    found = cells_of(staff, "departureProfit", offer.timeslot_id)
    revenue = 4 * ADULT + CHILD - 500
    assert found["revenue_amount"] == revenue == 22_000
    assert found["commission_amount"] == 2 * ADULT // 5 == 1960
    assert found["guide_pay_amount"] == 5000 + 2 * 1501
    assert found["resource_cost_amount"] == 2000 + 2500
    assert found["gateway_fee_amount"] == 499
    assert found["profit_amount"] == 22_000 - 1960 - 8002 - 4500 - 499 == 7039
    assert found["margin_ppm"] == 319_955
    totals = ask(staff, "departureProfit").json()["totals"]["USD"]
    assert (totals["profit_amount"], totals["margin_ppm"]) == (7039, 319_955)


def test_shares_of_a_trip_add_up(staff):
    offer = make_offer()
    trip_id, later = two_departures(offer)
    Trip.objects.filter(pk=trip_id).update(commission_amount=99)
    cost(trip_id, 100, 1)
    one = cells_of(staff, "departureProfit", offer.timeslot_id)
    two = cells_of(staff, "departureProfit", later)
    assert (one["gateway_fee_amount"], two["gateway_fee_amount"]) == (51, 50)
    assert (one["commission_amount"], two["commission_amount"]) == (50, 49)
    # A fee in another currency can't be taken off.
    Payment.objects.filter(trip_id=trip_id).update(fee={"processing_amount": 9, "currency": "EUR"})
    assert cells_of(staff, "departureProfit", later)["gateway_fee_amount"] == 0


def test_what_did_not_go_costs_nothing(staff):
    offer = make_offer()
    _, later = two_departures(offer)
    guide = guide_for(later, "Ida", departure=5000)
    guide_for(offer.timeslot_id, "Ola", hour=1000)
    assert cells_of(staff, "departureProfit", later)["guide_pay_amount"] == 5000
    # Who has the departure and also one order of it is paid once.
    order = TripOrder.objects.get(timeslot_id=later)
    BookingGuide.objects.create(timeslot_id=later, trip_order_id=order.pk, user_avatar=guide)
    assert cells_of(staff, "departureProfit", later)["guide_pay_amount"] == 5000
    TripOrder.objects.filter(pk=order.pk).update(status="cancelled")
    assert cells_of(staff, "departureProfit", later)["guide_pay_amount"] == 0
    Timeslot.objects.filter(pk=offer.timeslot_id).update(status="cancelled")
    assert cells_of(staff, "departureProfit", offer.timeslot_id)["guide_pay_amount"] == 0


def test_carts_and_deleted_trips_are_no_sales(staff):
    offer = make_offer()
    trip_id = sell(offer)
    Trip.objects.filter(pk=trip_id).update(status="deleted", status_before_delete="reserved")
    found = cells_of(staff, "departureProfit", offer.timeslot_id)
    assert (found["revenue_amount"], found["profit_amount"], found["margin_ppm"]) == (0, 0, None)


def test_who_may_see_profit(client_for):
    clerk = clerk_with(client_for, "report.view")
    assert_error(ask(clerk, "departureProfit"), 403, "forbidden")
    assert ask(clerk, "experienceDates").status_code == 200


class TestCosts:
    def save(self, client, **body):
        return client.post("/api/departureCosts/save", body, content_type="application/json")

    def test_are_said_and_read(self, staff):
        ida = make_person("Ida", "guide", is_guide=True)
        boat = make_resource(group=make_group(name="Boats"), name="Orca")
        saved = self.save(
            staff,
            guides=[{"id": ida.pk, "per_hour": 2500}],
            resources=[{"id": boat.pk, "per_departure": 4000, "per_hour": None}],
        )
        assert saved.status_code == 200, saved.content
        found = staff.get("/api/departureCosts/get").json()
        assert found == saved.json()
        assert found["currency"] == "USD"
        assert next(one for one in found["guides"] if one["id"] == ida.pk)["per_hour"] == 2500
        [row] = found["resources"]
        assert (row["name"], row["group_name"], row["per_departure"]) == ("Orca", "Boats", 4000)

    def test_all_or_none(self, staff):
        boat = make_resource(group=make_group(), cost_per_hour=1)
        gone = [{"id": boat.pk, "per_hour": 2}, {"id": 999_999, "per_hour": 3}]
        assert_error(self.save(staff, resources=gone), 404)
        assert_error(self.save(staff, guides=[{"id": 999_999}]), 404)
        assert_error(self.save(staff, resources=[{"id": boat.pk, "per_hour": -1}]), 422)
        boat.refresh_from_db()
        assert boat.cost_per_hour == 1

    def test_are_for_who_sees_finances(self, client_for):
        clerk = clerk_with(client_for, "resource.manage", "report.view")
        assert_error(clerk.get("/api/departureCosts/get"), 403, "forbidden")
        assert_error(self.save(clerk), 403, "forbidden")
