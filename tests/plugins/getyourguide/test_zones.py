"""Clocks and zones: both channels at operators whose clocks are not ours, and on odd nights."""

from datetime import UTC, date, datetime, time

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling.models import Timeslot
from tests.support import getyourguide, viator
from tests.support.sales import make_offer

# New York puts its clocks forward in the night to the 14th and back in the night to the 7th.
NIGHTS = [
    (date(2027, 3, 13), "-05:00"),
    (date(2027, 3, 14), "-04:00"),
    (date(2027, 11, 6), "-04:00"),
    (date(2027, 11, 7), "-05:00"),
]


@pytest.fixture
def new_york(reef):
    """An offer that leaves at nine on the days around both changes, for both channels."""
    offer = make_offer()
    for day, _ in NIGHTS:
        scheduling.add_timeslot(experience_id=offer.experience_id, day=day, start_time=time(9), at=utc_now())
    getyourguide.enable()
    getyourguide.connect(offer)
    viator.enable()
    viator.connect(offer)
    return offer


@pytest.mark.parametrize(("day", "offset"), NIGHTS)
def test_nine_is_nine_on_the_days_around_a_change(new_york, day, offset):
    caller, told = getyourguide.GetYourGuide(), f"{day.isoformat()}T09:00:00{offset}"
    query = {
        "productId": "CAVES",
        "fromDateTime": f"{day.isoformat()}T00:00:00{offset}",
        "toDateTime": f"{day.isoformat()}T23:59:59{offset}",
    }
    (row,) = caller.get("get-availabilities", **query)["availabilities"]
    assert row["dateTime"] == told
    slot = Timeslot.objects.get(start_at=datetime.fromisoformat(told))
    cutoff = slot.cutoff_at_reseller or slot.start_at
    assert row["cutoffSeconds"] == (slot.start_at - cutoff).total_seconds()
    data = getyourguide.reserve_data(new_york, dateTime=told)
    assert "reservationReference" in caller.post("reserve", data)

    body = viator.reserve_body(new_york, travelDate=day.isoformat())
    assert viator.Viator().v2("reserve", body)["status"] == "RESERVED"
    assert Timeslot.objects.get(pk=slot.pk).held_pax_cnt == 4


def test_an_hour_beside_it_is_another_departure(new_york):
    data = getyourguide.reserve_data(new_york, dateTime="2027-03-14T09:00:00-05:00")

    assert getyourguide.GetYourGuide().post("reserve", data)["errorCode"] == "NO_AVAILABILITY"


class TestKolkata:
    @pytest.fixture
    def peaks(self, peak):
        offer = make_offer()
        for channel in (getyourguide, viator):
            channel.enable(peak.schema_name)
            channel.connect(offer)
        return offer

    def slot(self, offer):
        return Timeslot.objects.get(pk=offer.timeslot_id)

    def test_getyourguide_is_told_in_its_offset_and_money(self, peaks):
        start = self.slot(peaks).start_at
        caller = getyourguide.GetYourGuide(slug="peak")
        at = start.isoformat()
        query = {"productId": "CAVES", "fromDateTime": at, "toDateTime": at}
        (row,) = caller.get("get-availabilities", **query)["availabilities"]

        assert row["dateTime"].endswith("T09:00:00+05:30")
        assert row["currency"] == "INR"
        data = getyourguide.reserve_data(peaks, dateTime=start.astimezone(UTC).isoformat())
        answer = caller.post("reserve", data)
        assert answer["reservationExpiration"].endswith("+05:30")

    def test_viator_is_told_its_own_clock_and_cutoffs_in_utc(self, peaks):
        slot, caller = self.slot(peaks), viator.Viator(slug="peak")
        body = {
            "supplierId": viator.SUPPLIER,
            "productOptionIds": ["CAVES:DEFAULT"],
            "startDate": slot.date.isoformat(),
            "endDate": slot.date.isoformat(),
        }
        (option,) = caller.v2("availability/calendar", body)["productOptions"]
        event = option["dates"][0]["events"][0]

        assert option["currency"] == "INR"
        assert (option["dates"][0]["travelDate"], event["startTime"]) == (slot.date.isoformat(), "09:00")
        assert event["bookingCutoff"].endswith("Z")
        assert datetime.fromisoformat(event["bookingCutoff"]) <= slot.start_at
        data = viator.booking_data(peaks, TravelDate=slot.date.isoformat(), CurrencyCode="INR")
        assert caller.v1("Booking", data)["TransactionStatus"] == {"Status": "CONFIRMED"}
        wrong = {**data, "BookingReference": "BR-2", "CurrencyCode": "USD"}
        assert viator.error_of(caller.v1("Booking", wrong)) == "TGDS0023"
