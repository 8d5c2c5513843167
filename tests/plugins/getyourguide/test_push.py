"""What GetYourGuide is told, by ourselves and by staff."""

import json
from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.outbound import client as calling
from outfitter.sdk import Event, Permanent, Retryable, TenantContext, channels
from outfitter_getyourguide.plugin import plugin
from outfitter_tenants.channels.models import AvailabilityPush, ChannelCall, ChannelConnection, ProductMapping
from outfitter_tenants.channels.operations import pushes
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.trips.models import Booking, Trip
from tests.support import database, getyourguide
from tests.support.getyourguide import moment, reserve_data
from tests.support.owner_client import owner_of

DAY = timedelta(days=1)
BASE = "https://supplier-api.getyourguide.com/1"


class Server:
    """GetYourGuide's own server, which answers what a test says."""

    def __init__(self):
        self.calls, self.answers = [], []

    def __call__(self, call):
        self.calls.append(call)
        status, body = self.answers.pop(0) if self.answers else (202, {"data": {"message": "ok"}})
        return calling.Reply(status, {}, b"" if body is None else json.dumps(body).encode())

    @property
    def bodies(self):
        return [json.loads(call.content) for call in self.calls if call.content]

    @property
    def targets(self):
        return [(call.method, call.url.removeprefix(BASE)) for call in self.calls]


@pytest.fixture
def server():
    found = Server()
    with calling.through(found):
        yield found


def change(stall, offer):
    """Note that the day of the offer has changed, and send what is due."""
    day = moment(offer).date()
    channels.push_dates(stall, product_id="CAVES", date_from=day, date_to=day)
    send(stall)


def send(stall):
    AvailabilityPush.objects.update(due_at=utc_now() - DAY)
    pushes.send_due({"connection_id": stall.id}, utc_now())


def refusal(code, message="no"):
    return {"errorCode": code, "errorMessage": message}


class TestPushes:
    def test_a_change_is_told_as_it_is_now(self, caller, stall, offer, server):
        caller.post("reserve", reserve_data(offer, adults=4))
        change(stall, offer)
        (call,) = server.calls

        assert (call.method, call.url) == ("POST", f"{BASE}/notify-availability-update")
        assert call.headers["Authorization"] == getyourguide.basic("us-at-gyg", "our-password-at-gyg")
        assert server.bodies == [
            {
                "data": {
                    "productId": "CAVES",
                    "availabilities": [
                        {
                            "dateTime": moment(offer).isoformat(),
                            "vacancies": 6,
                            "currency": "USD",
                            "pricesByCategory": {
                                "retailPrices": [
                                    {"category": "ADULT", "price": 4900},
                                    {"category": "CHILD", "price": 2900},
                                ]
                            },
                        }
                    ],
                }
            }
        ]
        row = ChannelCall.objects.get(direction="out")
        assert (row.operation, row.status) == ("notify-availability-update", 202)
        assert "our-password-at-gyg" not in row.asked

    @pytest.mark.parametrize("status", [429, 500, 503])
    def test_an_outage_is_survived_and_the_breaker_opens(self, caller, stall, offer, server, status):
        server.answers = [(status, None)] * 5
        change(stall, offer)
        for _ in range(4):
            send(stall)
        assert ChannelConnection.objects.get(pk=stall.id).breaker_state == "open"
        send(stall)
        assert len(server.calls) == 5

        ChannelConnection.objects.update(breaker_until=utc_now() - DAY)
        send(stall)
        assert AvailabilityPush.objects.get().state == "sent"
        assert ChannelConnection.objects.get(pk=stall.id).breaker_state == "closed"

    def test_a_product_they_do_not_know_is_not_told_of_until_asked(self, caller, stall, offer, server):
        server.answers = [(400, refusal("INVALID_PRODUCT"))]
        change(stall, offer)

        assert ProductMapping.objects.get().is_push_refused
        change(stall, offer)
        assert not ProductMapping.objects.get().is_push_refused
        assert len(server.calls) == 2

    def test_a_message_they_refuse_is_shown(self, caller, stall, offer, server):
        server.answers = [(401, refusal("AUTHORIZATION_FAILURE"))]
        change(stall, offer)

        row = AvailabilityPush.objects.get()
        assert (row.state, "AUTHORIZATION_FAILURE" in row.error) == ("failed", True)

    def test_seats_that_run_low_are_told_and_plenty_is_not(self, caller, stall, offer, server):
        def went(left):
            push = channels.Push("k", 1, "CAVES", "DEFAULT", (moment(offer).date(),), frozenset({"capacity"}))
            from outfitter_getyourguide import push as telling

            before = len(server.calls)
            telling.push(TenantContext("t_reef"), stall, push)
            return len(server.calls) - before == 1, left

        assert went(10) == (False, 10)
        caller.post("reserve", reserve_data(offer, adults=4))
        assert went(6) == (True, 6)


class TestWhoHasCome:
    EVENT = "booking.changed"

    def tell(self):
        event = Event("e1", self.EVENT, {"trip_id": Trip.objects.get().pk}, utc_now())
        plugin.on_event(TenantContext("t_reef"), event)

    @pytest.fixture
    def made(self, unsold):
        getyourguide.enable()
        getyourguide.connect(unsold, settings={"is_redemption_told": True})
        caller = getyourguide.GetYourGuide()
        held = caller.post("reserve", reserve_data(unsold))
        return caller.post("book", getyourguide.book_data(unsold, held["reservationReference"]))

    def test_each_ticket_then_the_whole_booking(self, made, server):
        self.tell()
        assert server.calls == []
        server.answers = [(200, {"success": True})] * 2
        first = Booking.objects.order_by("pk").first()
        Booking.objects.filter(pk=first.pk).update(checked_in_at=utc_now())
        self.tell()
        Booking.objects.update(checked_in_at=utc_now())
        self.tell()

        assert server.targets == [("POST", "/redeem-ticket"), ("POST", "/redeem-booking")]
        ticket = {"ticketCode": made["tickets"][0]["ticketCode"], "gygBookingReference": "GYG1"}
        assert server.bodies == [{"data": ticket}, {"data": {"gygBookingReference": "GYG1"}}]

    def test_telling_twice_is_no_mistake_and_other_refusals_are(self, made, server):
        Booking.objects.update(checked_in_at=utc_now())
        server.answers = [
            (400, refusal("VALIDATION_FAILURE", "tickets are already redeemed")),
            (404, refusal("RESOURCE_NOT_FOUND")),
            (500, None),
        ]
        self.tell()
        with pytest.raises(Permanent):
            self.tell()
        with pytest.raises(Retryable):
            self.tell()

    def test_nothing_is_told_where_that_is_not_wanted(self, sell, server):
        sell()
        Booking.objects.update(checked_in_at=utc_now())
        self.tell()

        assert server.calls == []


class TestDesk:
    DEAL = {
        "externalProductId": "CAVES",
        "dealName": "Late",
        "dealType": "last_minute",
        "dateRange": {"start": "2027-06-01", "end": "2027-06-30"},
        "discountPercentage": 10.5,
        "noticePeriodDays": 3,
    }
    SUPPLIER = {
        "externalSupplierId": "s1",
        "firstName": "A",
        "lastName": "B",
        "email": "a@b.example",
        "legalCompanyName": "Reef",
        "websiteUrl": "https://reef.example",
        "country": "PRT",
        "currency": "EUR",
    }

    @pytest.fixture
    def owner(self, stall, client_for):
        return owner_of(client_for)

    def ask(self, client, method, path, stall, body=None):
        return client.generic(
            method,
            f"/api/plugins/getyourguide/connections/{stall.uuid}/{path}",
            json.dumps(body) if body is not None else "",
            content_type="application/json",
        )

    def test_deals_are_made_listed_and_ended(self, owner, stall, server):
        server.answers = [
            (201, {"deals": [{"dealId": 36, "gygTourOptionId": 9}]}),
            (
                200,
                {
                    "deals": [
                        {
                            "dealId": 36,
                            "dealName": "Late",
                            "dealType": "last_minute",
                            "dateRange": self.DEAL["dateRange"],
                            "discountPercentage": 10.5,
                        }
                    ]
                },
            ),
            (204, None),
        ]
        made = self.ask(owner, "POST", "deals", stall, self.DEAL)
        listed = self.ask(owner, "GET", "deals?product_id=CAVES", stall)
        ended = self.ask(owner, "DELETE", "deals/36", stall)

        assert made.json()["deals"][0]["deal_id"] == 36
        assert listed.json()["deals"][0]["date_from"] == "2027-06-01"
        assert ended.status_code == 204
        assert server.targets == [
            ("POST", "/deals"),
            ("GET", "/deals?externalProductId=CAVES"),
            ("DELETE", "/deals/36"),
        ]
        assert server.bodies == [{"data": self.DEAL}]

    def test_a_product_is_sold_again_and_told_anew(self, owner, stall, server):
        server.answers = [(200, {"data": {"message": "reactivated"}})]
        body = {"product_id": "CAVES", "gyg_option_id": 123}
        answer = self.ask(owner, "POST", "activate", stall, body)

        assert answer.json() == {"message": "reactivated"}
        assert server.targets == [("PATCH", "/products/123/activate")]
        assert server.bodies == [{"data": {"externalProductId": "CAVES"}}]
        assert AvailabilityPush.objects.exists()

    def test_a_supplier_is_registered_once(self, owner, stall, server):
        server.answers = [(202, {"data": {"message": "accepted"}}), (409, refusal("RESOURCE_ALREADY_EXISTS"))]
        first, again = (self.ask(owner, "POST", "supplier", stall, self.SUPPLIER) for _ in range(2))

        assert first.json() == {"message": "accepted"}
        assert (again.status_code, again.json()["code"]) == (422, "channel_refused")
        assert again.json()["detail"] == {"status": 409, "code": "RESOURCE_ALREADY_EXISTS"}

    def test_when_they_do_not_answer(self, owner, stall, server):
        server.answers = [(503, None)]
        answer = self.ask(owner, "POST", "supplier", stall, self.SUPPLIER)

        assert (answer.status_code, answer.json()["code"]) == (503, "channel_away")

    def test_what_they_would_refuse_is_not_sent(self, owner, stall, server):
        for path, body in (
            ("deals", {**self.DEAL, "noticePeriodDays": 9}),
            ("deals", {**self.DEAL, "more": 1}),
            ("supplier", {**self.SUPPLIER, "country": "PT"}),
            ("activate", {"product_id": "CAVES"}),
        ):
            assert self.ask(owner, "POST", path, stall, body).status_code == 422
        assert (
            self.ask(owner, "POST", "activate", stall, {"product_id": "NOPE", "gyg_option_id": 1}).status_code
            == 404
        )
        assert server.calls == []

    def test_strangers_and_others_are_refused(self, owner, stall, client_for, server):
        assert self.ask(client_for("reef"), "GET", "deals?product_id=CAVES", stall).status_code == 401
        role = Role.objects.create(slug="nothing", name="Nothing", permissions=[])
        UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)
        for method, path in (
            ("GET", "deals?product_id=CAVES"),
            ("POST", "deals"),
            ("DELETE", "deals/1"),
            ("POST", "activate"),
            ("POST", "supplier"),
        ):
            assert self.ask(owner, method, path, stall, {}).status_code == 403
        assert server.calls == []

    def test_an_operator_without_the_plugin_has_no_such_desk(self, owner, stall, client_for, peak):
        other = owner_of(client_for, "peak")

        assert self.ask(other, "GET", "deals?product_id=CAVES", stall).status_code == 404
