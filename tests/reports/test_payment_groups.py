"""Payments by up to three things beside another period, to the cent, as somebody added them up by hand."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from outfitter_tenants.ledger.models import Payment
from tests.reports.test_money import ask
from tests.support.owner_client import owner_of
from tests.support.team import make_colleague
from tests.support.trip_states import make_reserved

pytestmark = pytest.mark.usefixtures("reef")
ZONE = ZoneInfo("America/New_York")
MARCH = {"from": "2026-03-01", "to": "2026-03-31"}
# Of each payment: month, day, hour; way; kind; amount, tip, rounding; who took it. In cents.
GOLDEN = (
    # The last half hour of February is March in universal time.
    ((2, 28, 23, 30), "cash", "payment", 10_001, 100, -1, "Ada"),
    ((2, 10, 9, 0), "card", "payment", 7_777, 777, 0, None),
    ((2, 12, 9, 0), "cash", "refund", 333, 0, 0, "Ada"),
    ((3, 1, 0, 10), "cash", "payment", 5_005, 5, 2, "Ada"),
    ((3, 2, 10, 0), "cash", "payment", 1_995, 0, 0, "Bo"),
    ((3, 2, 11, 0), "cash", "refund", 1_000, 100, 0, "Bo"),
    ((3, 9, 12, 0), "card", "payment", 19_999, 1_999, 0, None),
    ((3, 31, 23, 59), "check", "payment", 250, 0, 0, "Ada"),
)
SUMS = (
    "payment_amount",
    "refund_amount",
    "net_amount",
    "tip_amount",
    "cash_rounding",
    "payment_cnt",
    "refund_cnt",
)
MARCH_WHOLE = (27_249, 1_000, 26_249, 1_904, 2, 4, 1)
FEBRUARY_WHOLE = (17_778, 333, 17_445, 877, -1, 2, 1)
NOTHING = (0, 0, 0, 0, 0, 0, 0)


@pytest.fixture
def staff(reef: Any, client_for: Any) -> Client:
    return owner_of(client_for)


@pytest.fixture
def team(reef: Any) -> Mapping[str, int]:
    return {name: make_colleague(name).pk for name in ("Ada", "Bo")}


@pytest.fixture
def paid(team: Mapping[str, int]) -> None:
    trip_id = make_reserved()
    paid_before: dict[str, Payment] = {}
    for (month, day, hour, minute), method, kind, amount, tip, rounding, name in GOLDEN:
        at = datetime(2026, month, day, hour, minute, tzinfo=ZONE)
        row = Payment.objects.create(
            trip_id=trip_id,
            kind=kind,
            parent_payment=paid_before[method] if kind == "refund" else None,
            method=method,
            amount=amount,
            tip_amount=tip,
            cash_rounding=rounding,
            currency="USD",
            status="succeeded",
            collected_by=team.get(name or ""),
            received_at=at,
            created_at=at,
        )
        if kind == "payment":
            # What is given back in March was paid in February, tip and all.
            paid_before.setdefault(method, row)


def told(sums: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(sums[key] for key in SUMS)


def groups(found: Mapping[str, Any]) -> dict[tuple[Any, ...], tuple[tuple[int, ...], tuple[int, ...] | None]]:
    """Return what groups come to and came to before, by what they are by as people read it."""
    return {
        tuple(one["label"] or one["value"] for one in group["by"]): (
            told(group["sums"]),
            group["before"] and told(group["before"]),
        )
        for group in found["groups"]
    }


def test_by_three_things_to_the_cent(staff, paid):
    found = ask(staff, "paymentsGrouped", groupBy=["method", "collected_by", "week"], **MARCH).json()
    assert groups(found) == {
        ("Cash", "Ada", "2026-02-23"): ((5_005, 0, 5_005, 5, 2, 1, 0), None),
        ("Cash", "Bo", "2026-03-02"): ((1_995, 1_000, 995, -100, 0, 1, 1), None),
        ("Card", None, "2026-03-09"): ((19_999, 0, 19_999, 1_999, 0, 1, 0), None),
        ("Check", "Ada", "2026-03-30"): ((250, 0, 250, 0, 0, 1, 0), None),
    }
    assert told(found["totals"]["USD"]) == MARCH_WHOLE
    assert found["totals"]["USD"]["cnt"] == 5


def test_beside_the_days_before_to_the_cent(staff, paid):
    found = ask(staff, "paymentsGrouped", groupBy=["method"], compare="previous", **MARCH).json()
    assert groups(found) == {
        ("Cash",): ((7_000, 1_000, 6_000, -95, 2, 2, 1), (10_001, 333, 9_668, 100, -1, 1, 1)),
        ("Card",): ((19_999, 0, 19_999, 1_999, 0, 1, 0), (7_777, 0, 7_777, 777, 0, 1, 0)),
        ("Check",): ((250, 0, 250, 0, 0, 1, 0), NOTHING),
    }
    before = found["comparison"]
    # As many days: the 31 before March begin in January.
    assert (before["from"], before["to"]) == ("2026-01-29", "2026-02-28")
    assert told(before["totals"]["USD"]) == FEBRUARY_WHOLE
    assert told(found["totals"]["USD"]) == MARCH_WHOLE


@pytest.mark.parametrize("by", [[], ["day"], ["month", "method", "status"]])
def test_rows_and_groups_stand_beside_the_same_year(staff, paid, by):
    """52 weeks on, March of one year stands beside that of the other."""
    later = {"from": "2027-02-28", "to": "2027-03-30"}
    found = ask(staff, "payments", groupBy=by, compare="year", **later).json()
    assert (found["comparison"]["from"], found["comparison"]["to"]) == ("2026-03-01", "2026-03-31")
    assert told(found["comparison"]["totals"]["USD"]) == MARCH_WHOLE
    assert (found["data"], found["groups"], found["totals"]) == ([], [], {})
