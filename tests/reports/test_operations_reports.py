"""Reports of operations: their rows, their groups, what leads to them, who may."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.reports import definitions
from outfitter_tenants.reports.definitions import departure_profits, gift_cards, hours, records, sales_sources
from outfitter_tenants.scheduling.models import GuideProfile, Timeslot, TimeslotGuide
from outfitter_tenants.trips.models import Booking, BookingStatus, TripNote
from tests.calls.support import make_call
from tests.giftcards import card_calls as cards
from tests.reports.test_any_report import ask
from tests.reports.test_money import clerk_with
from tests.reports.test_record_reports import answer, make_field
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resources import make_group, make_resource, make_use
from tests.support.sales import make_offer
from tests.support.sold_trips import guests_of, order_of, sell
from tests.support.team import make_person
from tests.support.trip_states import make_review

pytestmark = pytest.mark.usefixtures("reef")
TOPICS = (departure_profits, gift_cards, hours, records, sales_sources)
SLUGS = sorted(one.slug for topic in TOPICS for one in topic.REPORTS)
# Which report has the rows of one that only has groups.
ROWS_OF = {"resourceUsagesGrouped": "resourceUtilization", "resourceUsagesDetailGrouped": "resourceUsages"}


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


@pytest.fixture
def busy(reef):
    """A little of everything that is told of: no report but that of waivers is empty."""
    offer = make_offer()
    trip_id = sell(offer)
    slot = Timeslot.objects.get(pk=offer.timeslot_id)
    boat = make_resource(group=make_group())
    make_use(slot=slot, resource=boat, trip_order_id=order_of(trip_id).pk)
    ida = make_person("Ida", "guide", is_guide=True)
    TimeslotGuide.objects.create(timeslot=slot, user_avatar=ida)
    GuideProfile.objects.create(user_avatar=ida, pay_per_hour=2000)
    for kind in ("staff", "customer"):
        TripNote.objects.create(trip_id=trip_id, body="Early", kind=kind, created_at=utc_now())
    answer(make_field("Meal"), guests_of(trip_id)[0].pk, "Vegan")
    answer(make_field("Hotel", scope="trip", is_pii=True), trip_id, "Inn")
    Customer.objects.update(notes="Afraid of heights", last_trip_at=utc_now())
    make_call(note="Wants a private tour", trip_id=trip_id)
    cards.apply(trip_id, cards.make_card(5000, 1000), 1500)
    make_review(trip_id)
    missed = BookingStatus.objects.get(kind="no_show")
    Booking.objects.filter(pk=guests_of(trip_id)[0].pk).update(booking_status=missed)


# Signed waivers have tests of their own list (tests/waivers).
EMPTY = {"waivers"}


@pytest.mark.parametrize("slug", SLUGS)
def test_it_has_rows_and_groups_that_lead_to_them(staff, busy, slug):
    report = definitions.REPORTS[slug]
    assert slug in definitions.DESCRIPTIONS
    rows = ask(staff, slug)
    assert rows.status_code == 200, rows.content
    for by in report.groupings:
        found = ask(staff, slug, groupBy=[by])
        assert found.status_code == 200, (by, found.content)
        assert bool(found.json()["groups"]) is (slug not in EMPTY), by
        for group in found.json()["groups"]:
            assert group["filters"], by
            led = ask(staff, ROWS_OF.get(slug, slug), filters=group["filters"])
            assert led.status_code == 200, (by, led.content)
            assert led.json()["totals"][group["currency"]]["cnt"] == group["sums"]["cnt"], by


@pytest.mark.parametrize("slug", SLUGS)
def test_it_is_compared_and_refused(staff, client_for, slug):
    assert ask(staff, slug, compare="previous").json()["comparison"] is not None
    assert_error(ask(staff, slug, groupBy=["moon"]), 422)
    assert_error(ask(clerk_with(client_for, "trip.view"), slug), 403, "forbidden")
    assert_error(ask(client_for("reef"), slug), 401, "unauthenticated")
