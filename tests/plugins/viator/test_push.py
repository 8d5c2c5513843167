"""What Viator is told of changes, through the engine's queue; and when it is left alone."""

import json
from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.outbound import client
from outfitter.sdk import Permanent, channels
from outfitter_tenants.channels.models import AvailabilityPush, ChannelCall, ProductMapping
from outfitter_tenants.channels.operations import pushes
from outfitter_viator import push
from tests.support import viator
from tests.support.viator import day_of

DAY = timedelta(days=1)


class Server:
    """Viator's own server, which answers what a test says."""

    def __init__(self):
        self.calls, self.answers = [], []

    def __call__(self, call):
        self.calls.append(call)
        status, body = self.answers.pop(0) if self.answers else (204, None)
        return client.Reply(status, {}, b"" if body is None else json.dumps(body).encode())

    @property
    def bodies(self):
        return [json.loads(call.content) for call in self.calls]


@pytest.fixture
def server():
    found = Server()
    with client.through(found):
        yield found


def ask_for(caller, offer):
    """Let Viator ask for the calendar, which begins it all."""
    day = day_of(offer).isoformat()
    body = {"supplierId": 77, "productOptionIds": ["CAVES:DEFAULT"], "startDate": day, "endDate": day}
    caller.v2("availability/calendar", body)


def change(stall, offer, days=1):
    """Note that days have changed, and send what is due."""
    first = day_of(offer)
    channels.push_dates(stall, product_id="CAVES", date_from=first, date_to=first + (days - 1) * DAY)
    send(stall)


def send(stall):
    AvailabilityPush.objects.update(due_at=utc_now() - DAY)
    pushes.send_due({"connection_id": stall.id}, utc_now())


def test_a_change_is_told_once_with_its_dates(caller, stall, offer, server):
    change(stall, offer, days=3)
    (call,) = server.calls

    assert call.url == "https://api.viator.com/v2/notification/events"
    assert call.headers["X-Api-Key"] == viator.OUR_KEY
    assert server.bodies == [
        {
            "supplierId": 77,
            "updateType": ["AVAILABILITY", "PRICING"],
            "productOptionIds": ["CAVES:DEFAULT"],
            "startDate": day_of(offer).isoformat(),
            "endDate": (day_of(offer) + 2 * DAY).isoformat(),
        }
    ]
    assert set(AvailabilityPush.objects.values_list("state", flat=True)) == {"sent"}
    row = ChannelCall.objects.get(direction="out")
    assert (row.operation, row.status, row.outcome) == ("notify-events", 204, "ok")
    assert viator.OUR_KEY not in row.asked


def test_an_option_is_told_of_from_its_first_calendar_until_it_is_unknown(caller, stall, offer, server):
    def hears():
        return not ProductMapping.objects.get().is_push_refused

    assert not hears()
    ask_for(caller, offer)
    assert hears()
    row = {"productOptionId": "CAVES:DEFAULT", "status": 422, "error": "INVALID_PRODUCT_OPTION"}
    server.answers = [(207, {"results": [row]})]
    change(stall, offer)
    assert not hears()
    ask_for(caller, offer)
    assert hears()
    server.answers = [(422, {"error": "INVALID_SUPPLIER", "message": "no"})]
    change(stall, offer)
    assert not hears()
    ask_for(caller, offer)
    assert hears()


@pytest.mark.parametrize("status", [408, 429, 500, 503])
def test_a_fault_of_viators_is_tried_again(caller, stall, offer, server, status):
    server.answers = [(status, None)]
    change(stall, offer)
    row = AvailabilityPush.objects.get()
    assert (row.state, row.attempts) == ("waiting", 1)
    send(stall)

    assert AvailabilityPush.objects.get().state == "sent"
    assert len(server.calls) == 2


def test_a_message_that_is_refused_is_shown_and_not_repeated(caller, stall, offer, server):
    server.answers = [(422, {"error": "API_DISABLED", "message": "off"})]
    change(stall, offer)
    row = AvailabilityPush.objects.get()

    assert row.state == "failed"
    assert "API_DISABLED" in row.error


def test_the_old_way_is_told_beside_where_that_is_set(unsold, server):
    viator.enable()
    stall = viator.connect(unsold, settings={"is_notifying_v1": True, "reseller_id": "1000"})
    change(stall, unsold)
    new, old = server.calls

    assert old.url == "https://api.viator.com/availabilitynotification2"
    found = json.loads(old.content)
    assert found["requestType"] == "AvailabilityNotification2Request"
    variant = found["data"]["VariantAvailability"]
    assert variant["TourOptions"] == {"SupplierOptionCode": "DEFAULT", "TourDepartureTime": "09:00:00"}
    (row,) = variant["DateAvailability"]
    assert (row["Date"], row["AvailabilityStatus"]) == (day_of(unsold).isoformat(), {"Status": "AVAILABLE"})
    assert new.url.endswith("/v2/notification/events")


def test_nothing_is_told_where_that_is_switched_off(unsold, server):
    viator.enable()
    change(viator.connect(unsold, settings={"is_notifying": False}), unsold)

    assert server.calls == []


def test_special_offers_are_told_by_id(stall, server):
    assert not push.special_offers(stall, ["june"]).is_refused
    assert server.calls[0].url.endswith("/v2/notification/special-offers")
    assert server.bodies == [{"supplierId": 77, "specialOfferIds": ["june"]}]
    server.answers = [(422, {"error": "INVALID_SUPPLIER"})]
    assert push.special_offers(stall, ["june"]).is_refused
    server.answers = [(400, None)]
    with pytest.raises(Permanent):
        push.special_offers(stall, ["june"])
