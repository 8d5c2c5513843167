"""The audit log viewer: by person, address, object, action and time."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction

from outfitter_tenants.audit.actor import Actor, acting
from outfitter_tenants.audit.operations import record
from tests.support import database
from tests.support.api_operations import assert_error, sign_in

NOON = datetime(2026, 7, 7, 16, tzinfo=UTC)
RITA = Actor("staff", 901, "Rita", "203.0.113.7", "Firefox")
MAX = Actor("staff", 902, "Max", "198.51.100.9", "Safari")


def did(actor, action, *, entity=("trip", 7), at=NOON, **more):
    with acting(actor), transaction.atomic():
        record(entity_type=entity[0], entity_id=entity[1], action=action, at=at, **more)


@pytest.fixture
def owner(reef, client_for):
    client = client_for("reef")
    sign_in(client, database.REEF.owner_email, database.PASSWORD)
    did(RITA, "trip.flagged", trip_id=7, after={"note": "late"})
    did(
        RITA,
        "customer.changed",
        entity=("customer", 3),
        at=NOON + timedelta(days=1),
        before={"name": "A"},
        after={"name": "B"},
    )
    did(MAX, "trip.deleted", trip_id=8, at=NOON + timedelta(days=2), reason="twice")
    return client


def found(client, *filters, **query):
    query["filters"] = json.dumps([{"field": f, "op": op, "value": v} for f, op, v in (*filters, ours)])
    answer = client.get("/api/auditLogs/get", query)
    assert answer.status_code == 200, answer.content
    return [row["action"] for row in answer.json()["data"]]


ours = ("user_avatar", "in", [901, 902])


class TestList:
    def test_the_newest_is_first(self, owner):
        assert found(owner) == ["trip.deleted", "customer.changed", "trip.flagged"]

    @pytest.mark.parametrize(
        ("condition", "actions"),
        [
            (("user_avatar", "in", [901]), ["customer.changed", "trip.flagged"]),
            (("ip", "eq", "198.51.100.9"), ["trip.deleted"]),
            (("ip", "contains", "203.0"), ["customer.changed", "trip.flagged"]),
            (("entity_type", "in", ["customer"]), ["customer.changed"]),
            (("entity_id", "eq", 7), ["trip.deleted", "trip.flagged"]),
            (("trip_id", "eq", 8), ["trip.deleted"]),
            (("action", "in", ["trip.deleted"]), ["trip.deleted"]),
            (("at", "between", ["2026-07-08", "2026-07-08"]), ["customer.changed"]),
        ],
    )
    def test_is_filtered(self, owner, condition, actions):
        assert found(owner, condition) == actions

    @pytest.mark.parametrize(
        ("search", "actions"),
        [
            ("203.0.113.7", ["customer.changed", "trip.flagged"]),
            ("8", ["trip.deleted"]),
            ("trip.del", ["trip.deleted"]),
            ("max", ["trip.deleted"]),
            ("nobody", []),
        ],
    )
    def test_is_searched(self, owner, search, actions):
        assert found(owner, search=search) == actions

    def test_tells_before_and_after(self, owner):
        rows = owner.get("/api/auditLogs/get?search=customer.changed").json()["data"]

        assert rows[0]["changes"] == [{"field": "name", "before": "A", "after": "B"}]
        assert (rows[0]["actor"]["name"], rows[0]["ip"]) == ("Rita", "203.0.113.7")

    def test_who_and_where_from(self, owner):
        people = owner.get("/api/auditLogs/userAvatars/get").json()
        addresses = owner.get("/api/auditLogs/ips/get").json()

        assert {(p["name"], p["cnt"]) for p in people} >= {("Rita", 2), ("Max", 1)}
        assert {(a["ip"], a["cnt"]) for a in addresses} >= {("203.0.113.7", 2)}

    def test_what_is_wrong_is_named(self, owner):
        answer = owner.get("/api/auditLogs/get?sort=reason")

        assert "sort" in assert_error(answer, 422, "validation_failed")["detail"]["fields"]

    def test_another_operator_s_log_is_its_own(self, owner, peak, client_for):
        neighbour = client_for("peak")
        sign_in(neighbour, database.PEAK.owner_email, database.PASSWORD)

        assert found(neighbour) == []
