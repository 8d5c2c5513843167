"""Every operation of Redeam's, asked wrongly in every way: its schema holds every answer."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_redeam.routes import PARTNER, partner_routes
from outfitter_tenants.channels.operations import connections
from outfitter_tenants.scheduling.models import Timeslot
from tests.plugins.redeam import error_schema as asked
from tests.plugins.redeam.error_schema import Operation, Target, said
from tests.plugins.redeam.world import Redeam, run_out, seats_of
from tests.support.sales import Offer

NOBODY = "2b0c1c1e-0000-4000-8000-000000000000"
BAD, NONE = (400, "BAD_REQUEST"), (404, "NOT_FOUND")
CONFLICT, GONE = (409, "CONFLICT"), (410, "GONE")


@pytest.fixture(scope="module")
def target(made: tuple[Offer, Redeam]) -> Target:
    """Return a hold and a booking of one adult each, made once: each test takes back its own."""
    offer, redeam = made
    booked = redeam.book(redeam.sale(offer, 1)).body["booking"]["id"]
    return Target(offer, redeam.held(offer, 1), booked)


def test_every_operation_is_walked() -> None:
    names = {
        "supplier_id": "{supplier}",
        "product_id": "{product}",
        "hold_id": "{hold}",
        "booking_id": "{booking}",
    }
    offered = set()
    for route in partner_routes():
        path = route.path.removeprefix(PARTNER).strip("/")
        for name, ours in names.items():
            path = path.replace(f"<str:{name}>", ours)
        if route.path.startswith(PARTNER) and route.operation != "unknown":
            offered |= {(method, path) for method in route.methods}
    assert {(one.method, one.path) for one in asked.OPERATIONS} == offered


@pytest.mark.parametrize("operation", asked.OPERATIONS, ids=str)
def test_the_requests_themselves_are_right(redeam: Redeam, target: Target, operation: Operation) -> None:
    """What is refused below is refused for what was changed."""
    assert operation.ask(redeam, target).status == 200


def test_wrong_keys_and_a_connection_that_is_closed(redeam: Redeam, target: Target) -> None:
    row = redeam.row
    for headers in (
        {"X-API-Key": ""},
        {"X-API-Secret": ""},
        {"X-API-Key": "another"},
        {"X-API-Secret": "another"},
        {"X-API-Key": "", "X-API-Secret": ""},
    ):
        for operation in asked.OPERATIONS:
            redeam.headers = {**headers, "X-Request-ID": "h-1"}
            body = None if operation.body is None else b"{}"
            assert said(operation.ask(redeam, target, raw=body), "h-1") == (401, "FORBIDDEN")
    connections.set_state(connection_id=row.pk, state="paused", at=utc_now())
    for operation in asked.OPERATIONS:
        redeam.headers = {"X-Request-ID": "h-1"}
        body = None if operation.body is None else b"{}"
        assert said(operation.ask(redeam, target, raw=body), "h-1") == (403, "FORBIDDEN")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"raw": b"{"}, BAD),
        ({"raw": b"[]"}, BAD),
        ({"raw": b"null"}, BAD),
        ({"raw": b"{}"}, BAD),
        ({"raw": b"\xff"}, BAD),
        ({"raw": b'{"hold":7,"booking":7}'}, BAD),
        ({"raw": b'{"hold":{"items":[]},"booking":{"items":[]}}'}, BAD),
        ({"raw": b"<a/>", "kind": "text/xml"}, (415, "BAD_REQUEST")),
        ({"raw": b"{" + b" " * 300_000 + b"}"}, (413, "ENTITY_TOO_LARGE")),
    ],
    ids=["half", "list", "null", "empty", "bytes", "numbers", "no items", "xml", "300 kB"],
)
def test_what_cannot_be_read(redeam: Redeam, target: Target, given: Any, expected: Any) -> None:
    redeam.headers = {"X-Request-ID": "h-1"}
    for operation in asked.WITH_BODY:
        assert said(operation.ask(redeam, target, **given), "h-1") == expected, operation


def test_methods_and_paths_that_are_none(redeam: Redeam, target: Target) -> None:
    redeam.headers = {"X-Request-ID": "h-1"}
    for operation in asked.OPERATIONS:
        patched = Operation("PATCH", operation.path)
        assert said(patched.ask(redeam, target), "h-1") == (405, "BAD_REQUEST"), operation
    for path in ("", "nothing", "holds/x/y", "bookings/x/y/z", "suppliers", "suppliers/x"):
        for method in ("GET", "POST", "PUT", "DELETE"):
            assert said(redeam.ask(method, path), "h-1") == NONE, (method, path)
    redeam.headers = {"X-Request-ID": "h-1", "X-API-Key": ""}
    assert said(redeam.get("nothing"), "h-1") == (401, "FORBIDDEN")


@pytest.mark.parametrize("wrong", [NOBODY, "nothing", "x" * 300, "%00", "%F0%9F%8E%AB"])
def test_names_in_addresses_that_are_nobodys(redeam: Redeam, target: Target, wrong: str) -> None:
    redeam.headers = {"X-Request-ID": "h-1"}
    for operation in asked.OPERATIONS:
        for name in ("supplier", "product", "hold", "booking"):
            if f"{{{name}}}" in operation.path:
                answer = operation.ask(redeam, target, **{name: wrong})
                assert said(answer, "h-1") == NONE, (operation, name)


@pytest.mark.parametrize("wrong", [NOBODY, "nothing"])
def test_names_in_queries_that_are_nobodys(redeam: Redeam, target: Target, wrong: str) -> None:
    for operation in (asked.LISTED, asked.ANYWHERE, asked.ONE):
        assert said(operation.ask(redeam, target, query={"rate_id": wrong})) == NONE, operation
    for name in ("supplier_id", "product_id"):
        assert said(asked.ANYWHERE.ask(redeam, target, query={name: wrong})) == NONE
        assert said(asked.ANYWHERE.ask(redeam, target, query={name: None})) == BAD


def test_names_in_items_that_are_nobodys(redeam: Redeam, target: Target) -> None:
    before = seats_of(target.offer)
    names = ("supplierId", "productId", "rateId", "priceId", "availabilityId")
    for operation in asked.WITH_BODY:
        for name in names:
            for wrong, expected in ((NOBODY, NONE), ("nothing", NONE), ("", BAD), (7, BAD)):
                answer = operation.ask(redeam, target, item={name: wrong})
                assert said(answer) == expected, (name, wrong)
    for wrong in (NOBODY, "nothing"):
        assert said(asked.SELL.ask(redeam, target, whole={"holdId": wrong})) == NONE
    assert seats_of(target.offer) == before


@pytest.mark.parametrize(
    "query",
    [
        {"start": None},
        {"end": None},
        {"start": "soon"},
        {"end": "2030-01-01T00:00:00"},
        {"start": "2030-01-02T00:00:00Z", "end": "2030-01-01T00:00:00Z"},
        {"start": "2020-01-01T00:00:00Z", "end": "2039-01-01T00:00:00Z"},
        {"start": "0001-01-01T00:00:00+14:00", "end": "0001-01-01T00:00:00+14:00"},
    ],
)
def test_windows_that_make_no_sense(redeam: Redeam, target: Target, query: Any) -> None:
    for operation in (asked.LISTED, asked.ANYWHERE):
        assert said(operation.ask(redeam, target, query=query)) == BAD, operation


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"at": None}, BAD),
        ({"qty": None}, BAD),
        ({"qty": "two"}, BAD),
        ({"qty": 0}, BAD),
        ({"qty": -1}, BAD),
        ({"at": "soon"}, BAD),
        ({"at": "2020-01-01T09:00:00Z"}, NONE),
        ({"qty": 400}, CONFLICT),
    ],
)
def test_moments_that_cannot_be_had(redeam: Redeam, target: Target, query: Any, expected: Any) -> None:
    assert said(asked.ONE.ask(redeam, target, query=query)) == expected


def test_quantities_and_prices_that_are_none(redeam: Redeam, target: Target) -> None:
    before = seats_of(target.offer)
    in_euro = {"prices": [{"net": {"amount": 1, "currency": "EUR"}}]}
    changes: list[tuple[dict[str, Any], Any]] = [
        ({"quantity": 0}, BAD),
        ({"quantity": "two"}, BAD),
        ({"quantity": 10**9}, BAD),
        ({"quantity": True}, BAD),
        ({"rate": in_euro}, BAD),
        ({"quantity": 11}, CONFLICT),
        ({"ext": {"a": 1}}, BAD),
        ({"at": "soon", "startTime": "soon"}, BAD),
        ({"at": "2020-01-01T09:00:00Z", "startTime": "2020-01-01T09:00:00Z"}, NONE),
    ]
    for operation in asked.WITH_BODY:
        for change, expected in changes:
            answer = operation.ask(redeam, target, item=change)
            assert said(answer) == expected, (operation, change)
    assert seats_of(target.offer) == before


def test_what_there_is_no_room_for(redeam: Redeam, target: Target) -> None:
    # The two that are booked and held, and no more.
    Timeslot.objects.filter(pk=target.offer.timeslot_id).update(capacity=2)
    redeam.ask("POST", "cache/clear")
    for operation in (asked.ONE, *asked.WITH_BODY):
        answer = operation.ask(redeam, target)
        assert said(answer) == CONFLICT, operation


def test_a_hold_that_ran_out_was_given_up_or_was_booked(redeam: Redeam, target: Target) -> None:
    def from_hold(hold: str) -> tuple[int, str]:
        return said(asked.SELL.ask(redeam, target, whole={"holdId": hold}))

    assert asked.RELEASE.ask(redeam, target).status == 200
    assert from_hold(target.hold) == GONE
    booked, late = redeam.held(target.offer, 1), redeam.held(target.offer, 1)
    sold = redeam.book(redeam.sale(target.offer, 1), holdId=booked, resellerBookingRef="R-2")
    assert sold.status == 200
    assert from_hold(booked) == CONFLICT
    assert said(asked.RELEASE.ask(redeam, target, hold=booked)) == CONFLICT
    run_out()
    assert from_hold(late) == GONE
    assert said(asked.RELEASE.ask(redeam, target, hold=late)) == GONE


def test_a_booking_that_cannot_be_cancelled_any_more(redeam: Redeam, target: Target) -> None:
    now = utc_now()
    Timeslot.objects.update(start_at=now - timedelta(hours=3), end_at=now - timedelta(hours=2))
    assert said(asked.CANCEL.ask(redeam, target)) == CONFLICT


def test_references_that_were_used(redeam: Redeam, target: Target) -> None:
    other = redeam.book(redeam.sale(target.offer, 2))
    assert said(other) == CONFLICT
