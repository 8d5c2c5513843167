"""Where sales come from, who comes back, how early people book, and what was on the books a year ago."""

from datetime import UTC, datetime, timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.calls import call_attribution
from outfitter_tenants.calls.models import CallNumber
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import PriceLine, Trip, TripOrder, TripSource
from outfitter_tenants.trips.operations.drafts import Contact
from tests.calls.support import CALLER, LINE, make_call
from tests.reports.test_any_report import ask
from tests.support.owner_client import owner_of
from tests.support.sales import ADULT, fill_cart, make_offer
from tests.support.sold_trips import reserve, sell

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


def sell_to(contact, offer=None, **changes):
    trip_id = fill_cart(offer or make_offer(), adults=1, children=0, contact=contact)
    reserve(trip_id)
    Trip.objects.filter(pk=trip_id).update(**changes)
    return trip_id


def by_value(answer):
    assert answer.status_code == 200, answer.content
    return {one["by"][0]["value"]: one["sums"] for one in answer.json()["groups"]}


def test_sales_by_source_campaign_and_call(staff):
    source = TripSource.objects.order_by("pk")[0]
    line = CallNumber.objects.create(number=LINE, label="Ad", trip_source_id=source.pk)
    make_call()
    called = sell_to(Contact("Ana", "Ruiz", "ana@example.com", CALLER, "ES"))
    call_attribution.attribute(trip_id=called, at=utc_now())
    flyer = sell_to(
        Contact("Ben", "Ito", "ben@example.com", None, None), utm={"utm_source": " flyer ", "utm_medium": ""}
    )
    # A call long before is not what it came of.
    make_call(ago=timedelta(hours=25), trip_id=flyer)

    sums = by_value(ask(staff, "salesSources", groupBy=["trip_source"]))
    assert (sums[source.pk]["total_amount"], sums[None]["total_amount"]) == (ADULT, ADULT)
    assert by_value(ask(staff, "salesSources", groupBy=["called"]))[line.pk]["cnt"] == 1
    assert {
        key: one["cnt"] for key, one in by_value(ask(staff, "salesSources", groupBy=["call"])).items()
    } == {"call": 1, "no_call": 1}
    assert set(by_value(ask(staff, "salesSources", groupBy=["utm_source"]))) == {"flyer", None}
    assert set(by_value(ask(staff, "salesSources", groupBy=["utm_medium"]))) == {None}
    wanted = [{"field": "call", "op": "eq", "value": "call"}]
    [row] = ask(staff, "salesSources", filters=wanted).json()["data"]
    assert (row["trip"]["id"], row["cells"]["called"]) == (called, "Ad")


def test_cohorts_by_the_month_of_the_first_trip(staff):
    ana = Contact("Ana", "Ruiz", "ana@example.com", None, None)
    ben = Contact("Ben", "Ito", "ben@example.com", None, None)
    # Half an hour before March in New York, which is March in universal time.
    first = datetime(2026, 3, 1, 4, 30, tzinfo=UTC)
    sell_to(ana, reserved_at=first)
    sell_to(ana, reserved_at=datetime(2026, 3, 2, 12, tzinfo=UTC))
    sell_to(ana, reserved_at=datetime(2026, 5, 2, 12, tzinfo=UTC))
    sell_to(ben, reserved_at=datetime(2026, 2, 9, 12, tzinfo=UTC))
    year = {"from": "2026-01-01", "to": "2026-06-30"}
    [cohort] = ask(staff, "customerCohorts", groupBy=["cohort"], **year).json()["groups"]
    assert cohort["by"][0]["value"] == "2026-02-01"
    sums = cohort["sums"]
    assert (sums["customer_cnt"], sums["returning_cnt"], sums["returning_ppm"]) == (2, 1, 500_000)
    assert (sums["cnt"], sums["total_amount"], sums["again_amount"]) == (4, 4 * ADULT, 2 * ADULT)
    later = by_value(ask(staff, "customerCohorts", groupBy=["months_later"], **year))
    assert {months: one["customer_cnt"] for months, one in later.items()} == {0: 2, 1: 1, 3: 1}


def test_lead_times(staff):
    offer = make_offer()
    start = Timeslot.objects.get(pk=offer.timeslot_id).start_at
    for hours in (1, 23, 24, 24 * 61, 24 * 60):
        Trip.objects.filter(pk=sell(offer, adults=1, children=0)).update(
            reserved_at=start - timedelta(hours=hours)
        )
    found = by_value(ask(staff, "leadTimes", dateType="activity", groupBy=["lead"]))
    assert {lead: one["cnt"] for lead, one in found.items()} == {
        "same_day": 2,
        "1_day": 1,
        "31_60_days": 1,
        "over_60_days": 1,
    }
    assert found["same_day"]["lead_hours"] == 12


class TestPace:
    """This year's coming departures beside those of last year, as they were then."""

    def a_year_ago(self, offer):
        slot = Timeslot.objects.get(pk=offer.timeslot_id)
        return Timeslot.objects.create(
            experience_id=slot.experience_id,
            experience_date_id=slot.experience_date_id,
            date=slot.date - timedelta(weeks=52),
            start_time=slot.start_time,
            start_at=slot.start_at - timedelta(weeks=52),
            end_at=slot.end_at - timedelta(weeks=52),
            cutoff_at_online=slot.cutoff_at_online,
            cutoff_at_direct=slot.cutoff_at_direct,
            cutoff_at_reseller=slot.cutoff_at_reseller,
        )

    def sold_then(self, offer, before, days):
        """Sell a trip of last year that was reserved so many days from now, a year ago."""
        trip_id = sell(offer, adults=1, children=0)
        then = utc_now() - timedelta(weeks=52) + timedelta(days=days)
        Trip.objects.filter(pk=trip_id).update(reserved_at=then)
        TripOrder.objects.filter(trip_id=trip_id).update(timeslot=before)
        PriceLine.objects.filter(trip_id=trip_id).update(created_at=then)
        return trip_id

    def test_what_was_known_then(self, staff):
        offer = make_offer()
        before = self.a_year_ago(offer)
        sell(offer, adults=2, children=0)
        self.sold_then(offer, before, -3)
        # It was on the books and was canceled since.
        canceled = self.sold_then(offer, before, -2)
        TripOrder.objects.filter(trip_id=canceled).update(status="cancelled", cancelled_at=utc_now())
        PriceLine.objects.filter(trip_id=canceled).update(voided_at=utc_now())
        # Came a day later than now was then; and was already gone.
        self.sold_then(offer, before, 1)
        gone = self.sold_then(offer, before, -9)
        TripOrder.objects.filter(trip_id=gone).update(
            status="cancelled", cancelled_at=utc_now() - timedelta(weeks=53)
        )
        found = ask(staff, "pace", groupBy=["month"], **self.coming()).json()
        [group] = found["groups"]
        assert (group["sums"]["cnt"], group["sums"]["pax_cnt"]) == (1, 2)
        assert group["sums"]["total_amount"] == 2 * ADULT
        then = found["comparison"]["totals"]["USD"]
        assert (then["cnt"], then["pax_cnt"], then["total_amount"]) == (2, 2, 2 * ADULT)

    def test_another_day_may_be_asked_for(self, staff):
        offer = make_offer()
        sell(offer)
        yesterday = [{"field": "as_of", "op": "eq", "value": "today-1"}]
        assert ask(staff, "pace", **self.coming()).json()["totals"]["USD"]["cnt"] == 1
        assert ask(staff, "pace", filters=yesterday, **self.coming()).json()["totals"] == {}

    def coming(self):
        today = utc_now().date()
        return {"from": str(today), "to": str(today + timedelta(days=20))}
