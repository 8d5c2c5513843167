"""octo/webhooks and octo/mappings: registered by a key, told once for each change, again when it failed."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from pydantic import TypeAdapter

from outfitter.kit.clock import utc_now
from outfitter.outbound import client as calling
from outfitter.plugins.models import OutboxDelivery
from outfitter.plugins.types import Event
from outfitter_octo import webhooks
from outfitter_octo.types import AvailabilityShape, BookingShape, DiffShape, MappingShape, WebhookShape
from outfitter_tenants.channels.models import (
    ChannelCall,
    ChannelConnection,
    ChannelSubscription,
    ExternalBooking,
    ProductMapping,
    SubscriptionNotice,
)
from outfitter_tenants.channels.operations import connections, notices, pushes, subscriptions
from outfitter_tenants.trips.models import Booking
from tests.plugins.channel_partner import Partner
from tests.plugins.octo.conftest import world_for
from tests.plugins.octo.world import World, reseller_of
from tests.support.resellers import make_reseller

URL = "https://reseller.example/hooks"
ALL = "octo/webhooks, octo/pricing, octo/mappings"


class Server:
    """A reseller's own server, which answers what a test says."""

    def __init__(self) -> None:
        self.calls: list[calling.Call] = []
        self.answers: list[int] = []

    def __call__(self, call: calling.Call) -> calling.Reply:
        self.calls.append(call)
        return calling.Reply(self.answers.pop(0) if self.answers else 200, {}, b"")

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [json.loads(call.content or b"{}") for call in self.calls]


@pytest.fixture
def server() -> Any:
    found = Server()
    with calling.through(found):
        yield found


@pytest.fixture
def listener(made: World, reef: Any) -> World:
    subscriptions.forget()
    return world_for(made, ALL)


def register(world: World, status: int = 200, **values: Any) -> dict[str, Any]:
    body = {"url": URL, "event": "booking_update", **values}
    reply = world.ask("POST", "/webhooks", body)
    assert reply.status == status, reply.body
    found: dict[str, Any] = reply.body
    return found


def another() -> Partner:
    """Return another reseller at the same operator."""
    draft = connections.Draft(values={"title": "Other", "reseller_id": make_reseller("Other")})
    made = connections.create(channel="octo", draft=draft, at=utc_now())
    connections.set_state(connection_id=made.row.pk, state="live", at=utc_now())
    return reseller_of(made.key or "", ALL)


def change(sold: dict[str, Any]) -> None:
    """Have staff check everybody in, and the change be heard."""
    row = ExternalBooking.objects.get(reference=sold["uuid"])
    Booking.objects.filter(trip_order_id=row.trip_order_id).update(checked_in_at=utc_now())
    heard(row.trip_id)


def heard(trip_id: int) -> None:
    notices.on_booking(None, Event("1", "booking.changed", {"trip_id": trip_id}, utc_now()))  # type: ignore[arg-type]


def send(*, later: int = 10) -> None:
    at = utc_now() + timedelta(seconds=later)
    for pk in ChannelSubscription.objects.order_by("pk").values_list("pk", flat=True):
        notices.send_due({"subscription_id": pk}, at)


def states() -> list[str]:
    return sorted(SubscriptionNotice.objects.values_list("state", flat=True))


class TestRegistering:
    def test_made_listed_changed_and_taken_back(self, listener: World) -> None:
        made = register(listener, headers={"X-Secret": "word-of-theirs"}, useContactLanguage=True)
        TypeAdapter(WebhookShape).validate_python(made)
        assert made["capabilities"] == ["octo/pricing", "octo/webhooks", "octo/mappings"]
        assert (made["retryOnError"], made["useContactLanguage"]) == (True, True)
        assert "word-of-theirs" not in ChannelSubscription.objects.get().headers_encrypted
        assert not any("word-of-theirs" in call.asked + call.answered for call in ChannelCall.objects.all())
        path = f"/webhooks/{made['id']}"
        changed = listener.ask(
            "PATCH", path, {"retryOnError": False, "capabilities": ["octo/content", "x"]}
        ).body
        assert (changed["url"], changed["retryOnError"], changed["capabilities"]) == (
            URL,
            False,
            ["octo/content"],
        )
        assert changed["headers"] == {"X-Secret": "word-of-theirs"}
        assert listener.ask("GET", "/webhooks").body == [changed]
        assert listener.ask("DELETE", path).body == changed
        assert listener.ask("GET", "/webhooks").body == []

    @pytest.mark.parametrize(
        "values",
        [
            {"url": "http://reseller.example/hooks"},
            {"url": "https://user:word@reseller.example/"},
            {"url": "nonsense"},
            {"url": "https://reseller.example/" + "x" * 1000},
            {"url": None},
            {"event": "order_update"},
            {"headers": {"Host": "elsewhere.example"}},
            {"headers": {"X-Secret": "two\r\nlines"}},
            {"headers": {str(one): "x" for one in range(21)}},
            {"retryOnError": "yes"},
        ],
    )
    def test_what_we_would_not_call_is_refused(self, listener: World, values: dict[str, Any]) -> None:
        assert register(listener, 400, **values)["error"] == "BAD_REQUEST"
        assert not ChannelSubscription.objects.exists()

    def test_twenty_and_no_more(self, listener: World) -> None:
        for _ in range(20):
            register(listener)
        assert register(listener, 400)["error"] == "BAD_REQUEST"

    @pytest.mark.parametrize("method", ["PATCH", "DELETE"])
    @pytest.mark.parametrize("name", ["nonsense", "7b5b5c1a-5c1a-4c1a-8c1a-7b5b5c1a5c1a"])
    def test_an_id_of_nothing(self, listener: World, method: str, name: str) -> None:
        reply = listener.ask(method, f"/webhooks/{name}", {})
        assert (reply.status, reply.body["error"]) == (400, "BAD_REQUEST")

    def test_another_key_knows_nothing_of_it(self, listener: World) -> None:
        made = register(listener)
        other = another()
        assert other.send("GET", "/webhooks").body == []
        for method in ("PATCH", "DELETE"):
            assert other.send(method, f"/webhooks/{made['id']}", {"url": URL}).status == 400
        assert listener.ask("GET", "/webhooks").body == [made]

    def test_who_does_not_ask_for_the_capability_has_none(self, world: World) -> None:
        for method, path in (("GET", "/webhooks"), ("POST", "/webhooks"), ("PATCH", "/webhooks/x")):
            reply = world.ask(method, path, {} if method != "GET" else None)
            assert (reply.status, reply.body["error"]) == (400, "BAD_REQUEST")


class TestBookings:
    def test_a_change_of_ours_is_told_with_what_is_different(self, listener: World, server: Server) -> None:
        hook = register(listener, headers={"X-Secret": "word"}, capabilities=[])
        sold = listener.sold(cnt=2)
        change(sold)
        send()
        [call] = server.calls
        assert (call.method, call.url, call.headers["X-Secret"]) == ("POST", URL, "word")
        [body] = server.bodies
        TypeAdapter(BookingShape).validate_python(body["booking"])
        TypeAdapter(list[DiffShape]).validate_python(body["diff"])
        assert body["webhook"] == hook
        assert "pricing" not in body["booking"]
        assert (body["booking"]["uuid"], body["booking"]["status"]) == (sold["uuid"], "REDEEMED")
        told = {one["path"]: (one["op"], one["was"], one["value"]) for one in body["diff"]}
        assert told["/status"] == ("replace", "CONFIRMED", "REDEEMED")
        assert told["/unitItems/0/status"] == ("replace", "CONFIRMED", "REDEEMED")
        assert states() == ["sent"]
        assert ChannelCall.objects.get(direction="out").operation == "booking_update"

    def test_many_changes_are_told_once_and_each_against_the_last(
        self, listener: World, server: Server
    ) -> None:
        register(listener)
        sold = listener.sold(cnt=1)
        for _ in range(5):
            change(sold)
        send()
        heard(ExternalBooking.objects.get(reference=sold["uuid"]).trip_id)
        send()
        assert [bool(body["diff"]) for body in server.bodies] == [True, False]

    def test_what_is_kept_of_it_names_nobody(self, listener: World, server: Server) -> None:
        register(listener)
        change(listener.sold(cnt=1))
        send()
        told = json.dumps(SubscriptionNotice.objects.get().told)
        assert "CONFIRMED" not in told
        assert "Hopper" not in told
        assert "grace@" not in told

    def test_other_peoples_bookings_are_not_told(self, listener: World, server: Server) -> None:
        assert another().send("POST", "/webhooks", {"url": URL, "event": "booking_update"}).status == 200
        change(listener.sold(cnt=1))
        send()
        assert server.calls == []

    def test_without_a_subscriber_nothing_is_written(self, listener: World) -> None:
        cache.clear()
        sold = listener.sold(cnt=1)
        change(sold)
        assert not SubscriptionNotice.objects.exists()
        assert not OutboxDelivery.objects.filter(subscriber="core:channels.notices").exists()

    def test_with_one_a_change_of_staff_is_heard(self, listener: World) -> None:
        register(listener)
        sold = listener.sold(cnt=1)
        listener.ask("PATCH", f"/bookings/{sold['uuid']}", {"notes": "Later"})
        assert OutboxDelivery.objects.filter(subscriber="core:channels.notices").exists()


class TestFailing:
    def test_who_is_away_is_told_later(self, listener: World, server: Server) -> None:
        register(listener)
        change(listener.sold(cnt=1))
        server.answers = [503, 500]
        send()
        assert states() == ["waiting"]
        row = SubscriptionNotice.objects.get()
        assert (row.attempts, row.error) == (1, "Retryable('The webhook answered 503')")
        send()
        assert len(server.calls) == 1
        send(later=60)
        send(later=600)
        assert (len(server.calls), states()) == (3, ["sent"])

    def test_who_does_not_take_it_is_not_asked_again(self, listener: World, server: Server) -> None:
        register(listener)
        change(listener.sold(cnt=1))
        server.answers = [410]
        send()
        send(later=4000)
        assert (len(server.calls), states()) == (1, ["failed"])

    def test_who_wants_no_second_try_gets_none(self, listener: World, server: Server) -> None:
        register(listener, retryOnError=False)
        change(listener.sold(cnt=1))
        server.answers = [503]
        send()
        send(later=4000)
        assert (len(server.calls), states()) == (1, ["failed"])

    def test_it_is_given_up_after_three_days(self, listener: World, server: Server) -> None:
        register(listener)
        change(listener.sold(cnt=1))
        SubscriptionNotice.objects.update(changed_at=utc_now() - timedelta(days=4))
        server.answers = [503]
        send()
        assert states() == ["failed"]

    def test_one_who_is_away_holds_up_nobody_else(self, listener: World, server: Server) -> None:
        register(listener)
        register(listener, url=f"{URL}/2")
        change(listener.sold(cnt=1))
        server.answers = [503]
        send()
        assert [call.url for call in server.calls] == [URL, f"{URL}/2"]
        assert states() == ["sent", "waiting"]

    def test_what_changes_while_it_is_told_is_told_again(self, listener: World, server: Server) -> None:
        register(listener)
        sold = listener.sold(cnt=1)
        change(sold)
        pk = SubscriptionNotice.objects.get().pk

        def interrupted(call: calling.Call) -> calling.Reply:
            change(sold)
            return server(call)

        with calling.through(interrupted):
            notices.send_due(
                {"subscription_id": ChannelSubscription.objects.get().pk}, utc_now() + timedelta(seconds=10)
            )
        assert SubscriptionNotice.objects.get(pk=pk).change_cnt > 1
        assert len(server.calls) > 1

    def test_a_closed_connection_is_told_nothing(self, listener: World, server: Server) -> None:
        register(listener)
        change(listener.sold(cnt=1))
        ChannelConnection.objects.filter(channel="octo").update(state="paused")
        send()
        assert (server.calls, states()) == ([], ["waiting"])


class TestSeats:
    def test_a_day_is_told_departure_by_departure(self, listener: World, server: Server) -> None:
        hook = register(listener, event="availability_update", capabilities=["octo/pricing"])
        row = ProductMapping.objects.get(
            connection__channel="octo", connection__state="live", product_ref=listener.timed.id
        )
        payload = {"experience_id": row.experience_id, "dates": [listener.day]}
        pushes.on_seats(None, Event("1", "availability.changed", payload, utc_now()))  # type: ignore[arg-type]
        send()
        assert len(server.bodies) >= 2
        for body in server.bodies:
            TypeAdapter(AvailabilityShape).validate_python(body["availability"])
            assert (body["webhook"], body["productId"]) == (hook, listener.timed.id)
            assert body["optionId"] == listener.timed.option
            assert body["supplier"]["endpoint"].endswith("/partner/octo")
            assert "unitPricing" in body["availability"]
        assert listener.timed.first in {body["availability"]["id"] for body in server.bodies}
        assert states() == ["sent"]

    def test_a_sale_is_heard_where_somebody_wants_to_know(self, listener: World) -> None:
        register(listener, event="availability_update")
        listener.hold(cnt=1)
        rows = OutboxDelivery.objects.filter(subscriber="core:channels", event__name="availability.changed")
        assert rows.exists()

    def test_what_is_sold_no_more_is_not_told(self, listener: World, server: Server) -> None:
        register(listener, event="availability_update")
        row = ProductMapping.objects.get(
            connection__channel="octo", connection__state="live", product_ref=listener.timed.id
        )
        notices.want_days(row.experience_id, [utc_now().date()], utc_now())
        ProductMapping.objects.filter(pk=row.pk).update(state="paused")
        send()
        assert (server.calls, states()) == ([], ["sent"])


def test_a_diff_has_what_came_and_what_went() -> None:
    found = webhooks.diff({"/a": 1, "/b": 2}, {"/b": 3, "/c": 4})
    assert [(one["op"], one["path"]) for one in found] == [("remove", "/a"), ("replace", "/b"), ("add", "/c")]


class TestMappings:
    def test_what_is_mapped_is_told(self, listener: World) -> None:
        found = listener.ask("GET", "/mappings").body
        TypeAdapter(list[MappingShape]).validate_python(found)
        assert {one["productId"] for one in found} >= {listener.timed.id, listener.other.id}
        assert {one["resellerStatus"] for one in found} == {"ACTIVE"}
        ProductMapping.objects.filter(product_ref=listener.other.id).update(state="paused")
        [paused] = listener.ask("GET", f"/mappings?productId={listener.other.id}").body
        assert (paused["resellerStatus"], paused["connected"]) == ("DISABLED", False)
        reference = f"{listener.timed.id}-{listener.timed.option}"
        [one] = listener.ask("GET", f"/mappings?resellerReference={reference}").body
        assert (one["productId"], one["connected"]) == (listener.timed.id, True)
        assert listener.ask("GET", "/mappings?optionId=nobody").body == []

    def test_nonsense_and_no_capability_are_refused(self, listener: World, world: World) -> None:
        assert listener.ask("GET", f"/mappings?productId={'x' * 201}").body["error"] == "BAD_REQUEST"
        assert world.ask("GET", "/mappings").body["error"] == "BAD_REQUEST"
