"""Whoever comes with the wrong keys, to the wrong host or with the wrong thing."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins import configs
from outfitter_tenants.channels.operations import connections
from tests.plugins.redeam.world import PRODUCT, Redeam, seats_of
from tests.support.database import PEAK, REEF

CLEAR = "cache/clear"


def test_the_cache_can_be_cleared(redeam: Redeam):
    answer = redeam.ask("POST", CLEAR, {"meta": {"reqId": "r-1"}})

    assert answer.status == 200
    assert answer.body == {"cleared": True, "meta": {"reqId": "r-1"}}


def test_the_id_of_the_header_comes_back_and_else_a_new_one(redeam: Redeam):
    redeam.headers = {"X-Request-ID": "h-1"}
    assert redeam.window().body["meta"] == {"reqId": "h-1"}
    assert redeam.get("holds/none").body["meta"] == {"reqId": "h-1"}
    redeam.headers = {}
    assert len(redeam.window().body["meta"]["reqId"]) == 36


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"X-API-Key": ""}, "bad_credentials"),
        ({"X-API-Secret": ""}, "bad_credentials"),
        ({"X-API-Key": "another"}, "bad_credentials"),
        ({"X-API-Secret": "another"}, "bad_credentials"),
        ({"X-API-Secret": "x" * 4000}, "bad_credentials"),
    ],
)
def test_wrong_credentials(redeam: Redeam, offer, headers, reason):
    redeam.headers = {**headers, "X-Request-ID": "h-1"}

    for answer in (redeam.window(), redeam.get("holds/x"), redeam.ask("DELETE", "holds/x")):
        assert (answer.status, answer.code) == (401, "FORBIDDEN")
        assert answer.body["error"]["data"]["reason"] == reason
        assert answer.body["meta"] == {"reqId": "h-1"}
    refused = redeam.book(redeam.sale(offer), request="r-1")
    assert (refused.status, refused.body["meta"]) == (401, {"reqId": "r-1"})
    assert seats_of(offer) == (0, 0)


def test_the_key_that_was_agreed_counts_in_place_of_ours(redeam: Redeam):
    redeam.agree(api_key="agreed")

    assert redeam.window().status == 401
    redeam.headers = {"X-API-Key": "agreed"}
    assert redeam.window().status == 200


def test_an_old_secret_is_worth_nothing(redeam: Redeam):
    made = connections.rotate_key(connection_id=redeam.row.pk, key=None, at=utc_now())

    assert redeam.window().status == 401
    redeam.secret = str(made.key)
    assert redeam.window().status == 200


def test_a_paused_connection_is_closed(redeam: Redeam, offer):
    connections.set_state(connection_id=redeam.row.pk, state="paused", at=utc_now())

    for answer in (redeam.window(), redeam.book(redeam.sale(offer))):
        assert (answer.status, answer.code) == (403, "FORBIDDEN")


def test_an_operator_without_the_plugin_has_no_such_address(redeam: Redeam, client_for):
    configs.disable(schema_name=REEF.schema_name, slug="redeam")
    reply = client_for("reef").get("/redeam/partner/api/holds/x")

    assert reply.status_code == 404


def test_another_operator_knows_neither_the_keys_nor_the_hold(redeam: Redeam, offer, client_for):
    hold_id = redeam.held(offer)
    configs.enable(schema_name=PEAK.schema_name, slug="redeam")
    redeam.client = client_for("peak")

    answer = redeam.get(f"holds/{hold_id}")

    assert (answer.status, answer.code) == (401, "FORBIDDEN")


@pytest.mark.parametrize("path", ["holds", "bookings"])
@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ({"raw": b"{"}, 400, "BAD_REQUEST"),
        ({"raw": b"[]"}, 400, "BAD_REQUEST"),
        ({"raw": b"null"}, 400, "BAD_REQUEST"),
        ({"raw": b'{"hold":7,"booking":7}'}, 400, "BAD_REQUEST"),
        ({"raw": b"{}", "kind": "text/plain"}, 415, "BAD_REQUEST"),
        ({"raw": b"a=b", "kind": "application/x-www-form-urlencoded"}, 415, "BAD_REQUEST"),
        ({"raw": b"{" + b" " * 10_000_000 + b"}"}, 413, "ENTITY_TOO_LARGE"),
    ],
)
def test_bodies_that_are_none(redeam: Redeam, path, given, status, code):
    redeam.headers = {"X-Request-ID": "h-1"}

    answer = redeam.ask("POST", path, **given)

    assert (answer.status, answer.code) == (status, code)
    assert answer.body["meta"] == {"reqId": "h-1"}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PUT", "holds"),
        ("GET", "bookings"),
        ("POST", "bookings/x"),
        ("GET", CLEAR),
        ("PATCH", "holds/x"),
        ("POST", f"suppliers/x/products/{PRODUCT}/availability"),
    ],
)
def test_methods_that_are_none(redeam: Redeam, method, path):
    answer = redeam.ask(method, path, {})

    assert (answer.status, answer.code) == (405, "BAD_REQUEST")


def test_a_fault_of_ours_tells_nothing_of_itself(redeam: Redeam, monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a secret of ours")

    monkeypatch.setattr("outfitter_redeam.availability.availability", fail)
    redeam.headers = {"X-Request-ID": "h-1"}

    answer = redeam.window()

    assert (answer.status, answer.code) == (500, "INTERNAL_SERVER")
    assert "secret" not in str(answer.body)
    assert answer.body["meta"] == {"reqId": "h-1"}


def test_our_own_pages_do_not_answer_to_these_keys(redeam: Redeam):
    reply = redeam.client.get(
        "/api/trips/get", headers={"X-API-Key": redeam.supplier, "X-API-Secret": redeam.secret}
    )

    assert reply.status_code in (401, 404)
