"""What Redeam is told by ourselves: changed dates, as they are when they are told."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from outfitter.kit.clock import utc_now
from outfitter.outbound import Unreachable
from outfitter.outbound.client import Call, Reply, through
from outfitter.sdk import channels
from outfitter_tenants.channels.models import AvailabilityPush, ChannelCall, ChannelConnection, ProductMapping
from outfitter_tenants.channels.operations import pushes
from outfitter_tenants.channels.queries.connections import serialize_connection
from outfitter_tenants.scheduling.models import Timeslot
from tests.plugins.redeam.world import PRODUCT, RATE, Redeam

DAY = timedelta(days=1)


class Server:
    """Redeam's Channel API, which answers what a test says."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.answers: list[int | Exception] = []
        self.body: Any = {"error": {"code": "NOT_FOUND", "message": "No such product.", "data": {}}}

    def __call__(self, call: Call) -> Reply:
        self.calls.append(call)
        answer = self.answers.pop(0) if self.answers else 202
        if isinstance(answer, Exception):
            raise answer
        return Reply(answer, {}, b"{}" if answer < 300 else json.dumps(self.body).encode())

    @property
    def bodies(self) -> list[Any]:
        return [json.loads(call.content or b"") for call in self.calls]


@pytest.fixture
def server() -> Iterator[Server]:
    found = Server()
    with through(found):
        yield found


@pytest.fixture
def stall(redeam: Redeam) -> channels.Connection:
    return serialize_connection(ChannelConnection.objects.get(pk=redeam.row.pk))


def day_of(offer: Any) -> Any:
    return Timeslot.objects.get(pk=offer.timeslot_id).date


def change(stall: channels.Connection, offer: Any) -> None:
    day = day_of(offer)
    channels.push_dates(stall, product_id=PRODUCT, date_from=day, date_to=day)
    send(stall)


def send(stall: channels.Connection) -> None:
    AvailabilityPush.objects.update(due_at=utc_now() - DAY)
    pushes.send_due({"connection_id": stall.id}, utc_now())


def test_a_change_is_told_as_it_is_now(redeam: Redeam, stall: Any, offer: Any, server: Server) -> None:
    assert redeam.hold(redeam.seat(offer, 3)).status == 200
    change(stall, offer)
    (call,) = server.calls
    assert (call.method, call.url) == (
        "POST",
        f"https://channel.redeam.io/v1.2/suppliers/{redeam.supplier}/products/{PRODUCT}/availabilities",
    )
    assert (call.headers["X-API-Key"], call.headers["X-API-Secret"]) == (
        "ours-at-redeam",
        "our-secret-at-redeam",
    )
    [body] = server.bodies
    assert UUID(body["meta"]["reqId"])
    assert call.headers["X-Request-ID"] == body["meta"]["reqId"]
    told = body["availabilities"]
    asked = redeam.window(rate_id=RATE).body["availabilities"]
    # The same words as the answer to its own question.
    assert told["byRate"] == asked["byRate"]
    assert told["byRate"][RATE]["availability"][0]["capacity"] == 7
    assert told["productId"] == PRODUCT
    kept = datetime.fromisoformat(told["expires"]) - datetime.fromisoformat(told["retrieved"])
    assert kept == timedelta(seconds=300)
    row = ChannelCall.objects.get(direction="out")
    assert (row.operation, row.status) == ("push-availabilities", 202)
    assert "our-secret-at-redeam" not in row.asked
    assert AvailabilityPush.objects.get().state == "sent"


def test_what_changes_often_is_told_once(redeam: Redeam, stall: Any, offer: Any, server: Server) -> None:
    day = day_of(offer)
    for _ in range(5):
        channels.push_dates(stall, product_id=PRODUCT, date_from=day, date_to=day)
    send(stall)
    assert len(server.calls) == 1


def test_what_can_no_longer_be_booked_has_no_seats(stall: Any, offer: Any, server: Server) -> None:
    Timeslot.objects.filter(pk=offer.timeslot_id).update(status="closed")
    change(stall, offer)
    [row] = server.bodies[0]["availabilities"]["byRate"][RATE]["availability"]
    assert row["capacity"] == 0


@pytest.mark.parametrize("outage", [429, 500, 503, Unreachable("refused")])
def test_an_outage_is_survived_and_the_breaker_opens(
    stall: Any, offer: Any, server: Server, outage: Any
) -> None:
    server.answers = [outage] * 5
    change(stall, offer)
    for _ in range(4):
        send(stall)
    assert ChannelConnection.objects.get(pk=stall.id).breaker_state == "open"
    send(stall)
    assert len(server.calls) == 5
    first = {body["meta"]["reqId"] for body in server.bodies}
    ChannelConnection.objects.update(breaker_until=utc_now() - DAY)
    send(stall)
    assert AvailabilityPush.objects.get().state == "sent"
    assert ChannelConnection.objects.get(pk=stall.id).breaker_state == "closed"
    # Redeam can tell that it is the same message.
    assert len(first) == 1


def test_a_product_they_do_not_know_is_not_told_of_until_asked(
    stall: Any, offer: Any, server: Server
) -> None:
    server.answers = [404]
    change(stall, offer)
    assert ProductMapping.objects.get().is_push_refused
    change(stall, offer)
    assert not ProductMapping.objects.get().is_push_refused
    assert len(server.calls) == 2


def test_a_message_they_refuse_is_shown(stall: Any, offer: Any, server: Server) -> None:
    server.answers = [400]
    change(stall, offer)
    row = AvailabilityPush.objects.get()
    assert (row.state, "No such product." in row.error) == ("failed", True)
    assert not ProductMapping.objects.get().is_push_refused


@pytest.mark.parametrize("why", ["off", "no keys"])
def test_nothing_is_told_where_nothing_is_to_be(
    redeam: Redeam, stall: Any, offer: Any, server: Server, why: str
) -> None:
    if why == "off":
        redeam.agree(is_telling=False)
    else:
        ChannelConnection.objects.filter(pk=stall.id).update(credentials_encrypted="")
    change(stall, offer)
    assert server.calls == []
    assert AvailabilityPush.objects.get().state == "sent"


def test_the_method_and_the_address_are_settings(
    redeam: Redeam, stall: Any, offer: Any, server: Server
) -> None:
    redeam.agree(
        push_method="PUT", channel_api_url="https://channel.sandbox.redeam.io/v1.2", supplier_id="s-1"
    )
    change(stall, offer)
    (call,) = server.calls
    assert (call.method, call.url) == (
        "PUT",
        f"https://channel.sandbox.redeam.io/v1.2/suppliers/s-1/products/{PRODUCT}/availabilities",
    )
    assert datetime.fromisoformat(server.bodies[0]["availabilities"]["retrieved"]) <= datetime.now(UTC)
