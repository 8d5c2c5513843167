"""What else somebody might like, and the days of an experience."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Category, Experience, ExperienceContent
from outfitter_tenants.checkout.carts import operations as carts
from outfitter_tenants.checkout.carts.types import CartRequest, OrderRequest
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.scheduling.models import ExperienceDate, Timeslot
from outfitter_tenants.trips.models import Trip
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience
from tests.support.departures import make_timeslot
from tests.support.owner_client import owner_of
from tests.support.sales import ANA, ONLINE, fill_cart, make_offer

pytestmark = pytest.mark.usefixtures("reef")
PATH = "/api/experiences/suggested/get"


@pytest.fixture
def public(client_for: Any) -> Client:
    client: Client = client_for("reef")
    return client


def seen(client: Client, **asked: Any) -> list[tuple[str, str]]:
    answer = client.get(PATH, asked)
    assert answer.status_code == 200, answer.content
    return [(row["experience"]["name"], row["reason"]) for row in answer.json()]


def sold(*offers: Any) -> None:
    orders = [
        OrderRequest(None, offer.experience_id, offer.timeslot_id, {offer.adult: 1}) for offer in offers
    ]
    cart = CartRequest(
        trip_id=None, version=None, locale="en", contact=ANA, orders=orders, utm={}, referrer=None
    )
    trip = carts.save_trip(cart=cart, caller=ONLINE, at=utc_now()).trip_id
    Trip.objects.filter(pk=trip).update(total_amount=0, deposit_due_amount=0)
    conversion.convert(trip_id=trip, expected_total=0, accept_terms=True, is_opt_in=False, at=utc_now())


def on_sale(name: str, *, days: int = 3, **given: Any) -> Experience:
    made = make_experience(name=name, **given)
    start = utc_now() + timedelta(days=days)
    make_timeslot(experience=made, start_at=start, day=start.date())
    return made


class TestSuggestions:
    def test_the_best_reason_comes_first(self, public: Client) -> None:
        shelf = Category.objects.create(name="Water", slug="water")
        chosen = on_sale("Kayak")
        on_sale("Bus")
        sail = on_sale("Sail")
        for made in (chosen, sail):
            made.categories.add(shelf)
        assert seen(public, experience=chosen.pk) == [("Sail", "same_category"), ("Bus", "available")]
        assert len(seen(public)) == 3

    def test_what_others_booked_together(self, public: Client) -> None:
        on_sale("Bus")
        kayak, zip_line = make_offer(), make_offer(name="Zip line")
        Timeslot.objects.filter(pk=zip_line.timeslot_id).update(
            start_time="15:00",
            start_at=Timeslot.objects.get(pk=kayak.timeslot_id).start_at + timedelta(hours=6),
            end_at=Timeslot.objects.get(pk=kayak.timeslot_id).start_at + timedelta(hours=8),
        )
        sold(kayak, zip_line)
        found = seen(public, experience=kayak.experience_id)
        assert found == [("Zip line", "booked_together"), ("Bus", "available")]

    def test_for_a_trip_nothing_collides_and_nothing_doubles(self, public: Client) -> None:
        kayak = make_offer()
        trip = fill_cart(kayak)
        slot = Timeslot.objects.get(pk=kayak.timeslot_id)
        same_time = make_experience(name="Same time")
        make_timeslot(experience=same_time, start_at=slot.start_at, day=slot.date)
        after = make_experience(name="After")
        make_timeslot(experience=after, start_at=slot.end_at, day=slot.date)
        key = Trip.objects.get(pk=trip).hash
        assert seen(public, trip=key) == [("After", "available")]
        [shown] = public.get(PATH, {"trip": key}).json()
        assert shown["next_timeslot"]["date"] == slot.date.isoformat()
        assert shown["experience"]["min_price"] == 2900

    def test_only_what_strangers_can_book(self, public: Client) -> None:
        for name, given in {
            "full": {"booked_pax_cnt": 10},
            "closed": {"status": "closed_online"},
            "gone": {"status": "cancelled"},
        }.items():
            start = utc_now() + timedelta(days=2)
            made = make_experience(name=name)
            make_timeslot(experience=made, start_at=start, day=start.date(), **given)
        on_sale("hidden", status="hidden")
        on_sale("late", days=40)
        on_sale("good")
        assert seen(public) == [("good", "available")]
        later = (utc_now() + timedelta(days=35)).date()
        assert seen(public, date=later.isoformat()) == [("late", "available")]

    def test_in_the_readers_language(self, public: Client) -> None:
        made = on_sale("Kayak")
        ExperienceContent.objects.create(experience=made, locale="de", name="Kajak")
        assert seen(public, locale="de") == [("Kajak", "available")]

    def test_what_is_not_there(self, public: Client, client_for: Any) -> None:
        hidden = make_experience(status="draft")
        assert_error(public.get(PATH, {"experience": hidden.pk}), 404, "not_found")
        assert owner_of(client_for).get(PATH, {"experience": hidden.pk}).status_code == 200
        assert_error(public.get(PATH, {"trip": "x" * 24}), 404, "not_found")
        trip = fill_cart(make_offer())
        assert_error(public.get(PATH, {"trip": str(trip)}), 404, "not_found")
        assert_error(public.get(PATH, {"trip": "%00"}), 422, "validation_failed")
        assert_error(public.get(PATH, {"date": "1600-01-01"}), 422, "validation_failed")
        other = client_for("peak").get(PATH, {"experience": make_experience().pk})
        assert_error(other, 404, "not_found")


class TestDays:
    def test_days_with_their_figures(self, client_for: Any) -> None:
        made = make_experience()
        for hour, given in ((14, {"booked_pax_cnt": 3}), (15, {}), (16, {"status": "cancelled"})):
            start = utc_now().replace(hour=hour, minute=0, second=0, microsecond=0)
            start += timedelta(days=2)
            make_timeslot(experience=made, start_at=start, day=start.date(), **given)
        day = (utc_now() + timedelta(days=2)).date()
        ExperienceDate.objects.update(note="Regatta", capacity=8)
        owner = owner_of(client_for)
        path = f"/setup/experience/{made.pk}/dates/json"
        [found] = owner.get(path, {"from": day, "to": day}).json()
        assert found == {
            "id": ExperienceDate.objects.get().pk,
            "experience_id": made.pk,
            "date": day.isoformat(),
            "status": "open",
            "capacity": 8,
            "note": "Regatta",
            "version": 1,
            "timeslot_cnt": 2,
            "cancelled_cnt": 1,
            "booked_pax_cnt": 3,
        }
        assert owner.get(path, {"from": date(2031, 1, 1), "to": date(2031, 1, 2)}).json() == []

    def test_what_cannot_be_asked(self, client_for: Any) -> None:
        made, owner = make_experience().pk, owner_of(client_for)
        path = f"/setup/experience/{made}/dates/json"
        for asked in ({"from": "2030-01-02", "to": "2030-01-01"}, {"from": "2030-01-01", "to": "2032-01-01"}):
            problem = assert_error(owner.get(path, asked), 422, "validation_failed")
            assert set(problem["detail"]["fields"]) == {"to"}
        assert owner.get(path).json() == []
        week = {"from": "2030-01-01", "to": "2030-01-07"}
        assert_error(client_for("reef").get(path, week), 401, "unauthenticated")
        assert_error(owner_of(client_for, "peak").get(path, week), 404, "not_found")
