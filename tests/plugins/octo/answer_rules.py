"""What must hold of OCTO's answers."""

import re
from collections.abc import Callable
from typing import Any

from pydantic import TypeAdapter

from tests.plugins.channel_partner import Reply
from tests.plugins.octo.world import World

Check = Callable[[World, Reply], None]
UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
LOCAL = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d")
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def fits(shape: Any) -> Check:
    """Answer 200 of this shape."""
    adapter: TypeAdapter[Any] = TypeAdapter(shape)

    def check(world: World, reply: Reply) -> None:
        assert reply.status == 200, reply.text
        adapter.validate_python(reply.body, strict=True)

    return check


def refuses(code: str, **fields: str) -> Check:
    """Answer 400 with a code and the wrong id beside it."""

    def check(world: World, reply: Reply) -> None:
        assert reply.status == 400, reply.text
        assert reply.body["error"] == code, reply.body
        assert reply.body["errorMessage"]
        assert {name: reply.body.get(name) for name in fields} == fields

    return check


def that(holds: Callable[[World, Any], bool], words: str = "") -> Check:
    """Hold of the answer's body."""

    def check(world: World, reply: Reply) -> None:
        assert holds(world, reply.body), words or reply.text[:2000]

    return check


def all_in(first: str, last: str, field: str) -> Check:
    """Keep to the days that were asked for (names of fields of the world)."""

    def check(world: World, reply: Reply) -> None:
        begin, end = getattr(world, first), getattr(world, last)
        days = [row[field][:10] for row in reply.body]
        assert days
        assert days == sorted(days)
        assert begin <= days[0] <= days[-1] <= end

    return check


def availability_rules(is_all_day: bool) -> Check:
    """Say the same thing with all fields of a departure."""

    def check(world: World, reply: Reply) -> None:
        assert reply.body
        for one in reply.body:
            assert LOCAL.fullmatch(one["localDateTimeStart"])
            assert LOCAL.fullmatch(one["localDateTimeEnd"])
            assert UTC.fullmatch(one["utcCutoffAt"])
            assert one["allDay"] is is_all_day
            assert bool(one["openingHours"]) is is_all_day
            assert one["available"] is (one["status"] not in {"SOLD_OUT", "CLOSED"})
        ids = [one["id"] for one in reply.body]
        assert len(ids) == len(set(ids))

    return check


TIMES = {
    # status: utcExpiresAt, utcConfirmedAt, cancellation
    "ON_HOLD": (True, False, False),
    "CONFIRMED": (False, True, False),
    "CANCELLED": (False, None, True),
    "EXPIRED": (True, None, True),
}


def booking_rules(world: World, reply: Reply) -> None:
    """Keep the rules of section 4 of the protocol's page."""
    rows = reply.body if isinstance(reply.body, list) else [reply.body]
    for one in rows:
        _times(one)
        assert UUID.fullmatch(one["uuid"])
        assert UTC.fullmatch(one["utcCreatedAt"])
        items = [item["uuid"] for item in one["unitItems"]]
        assert len(set(items)) == len(items)
        assert all(UUID.fullmatch(item) for item in items)
        methods = one["deliveryMethods"]
        assert methods == one["product"]["deliveryMethods"]
        assert (one["voucher"] is not None) is ("VOUCHER" in methods)
        for item in one["unitItems"]:
            assert (item["ticket"] is not None) is ("TICKET" in methods)
            assert bool(item["ticket"]["deliveryOptions"]) is (one["status"] == "CONFIRMED")
        assert one["availability"]["id"] == one["availabilityId"]


def _times(one: dict[str, Any]) -> None:
    expires, confirmed, cancelled = TIMES[one["status"]]
    assert (one["utcExpiresAt"] is not None) is expires
    if confirmed is not None:
        assert (one["utcConfirmedAt"] is not None) is confirmed
    assert (one["cancellation"] is not None) is cancelled
    assert one["utcRedeemedAt"] is None


def status(wanted: str) -> Check:
    """Be a booking in a state."""
    return that(lambda world, body: body["status"] == wanted)
