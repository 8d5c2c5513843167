"""An agent whose partner keeps prices from them meets none, on any address they reach."""

from typing import Any, Final

import pytest
from django.db import connection
from django.test import Client

from outfitter.api.hidden_prices import without_prices
from outfitter_tenants.pricing.models import Surcharge
from outfitter_tenants.resellers.models import Reseller
from outfitter_tenants.trips.models import Booking, PriceLine, Trip
from tests.contract.owner_session import browser_like
from tests.contract.test_reseller_wall import GETS
from tests.contract.walk import put
from tests.support import database
from tests.support.api_operations import Operation, assert_error, call
from tests.support.owner_client import begin_session
from tests.support.team import make_colleague, make_role
from tests.support.tenant_clients import enter_operator, make_client

# An amount that nothing else comes to, as JSON has it and as people read it.
AMOUNT: Final = 7_654_321
SIGNS: Final = (b"7654321", b"76,543.21", b"76543.21")
SEEN: Final = ("trip.view", "trip.create", "experience.view", "manifest.view", "ticket.print")


@pytest.fixture(scope="module")
def agents(theirs: dict[str, int | str]) -> Client:
    """Return the browser of an agent of the partner who sold the world's trip, at a price to be kept."""
    enter_operator(database.REEF.schema_name)
    partner = int(theirs["reseller"])
    Reseller.objects.filter(pk=partner).update(allow={"see_price": False})
    trip = Trip.objects.get(hash=theirs["hash"])
    amounts = ("subtotal_amount", "total_amount", "paid_amount", "commission_amount", "net_due_amount")
    Trip.objects.filter(pk=trip.pk).update(reseller_id=partner, **dict.fromkeys(amounts, AMOUNT))
    Booking.objects.filter(trip_order__trip_id=trip.pk).update(unit_amount=AMOUNT)
    PriceLine.objects.filter(trip_id=trip.pk).update(amount=AMOUNT)
    Surcharge.objects.update(amount=AMOUNT)
    agent = make_colleague("Ada", role=make_role("blind", *SEEN, scope="reseller"), reseller_id=partner)
    client = make_client(database.REEF.slug)
    begin_session(client, agent.email, database.REEF.schema_name)
    connection.set_schema_to_public()
    return client


def test_no_answer_holds_a_price(db: None, theirs: dict[str, int | str], agents: Client) -> None:
    met = set()

    def ask(operation: Operation) -> Any:
        fixed = {"category": 999_999, "tos": 999_999, "name": "trips", "plugin": "octo", "otaTool": "x"}
        values = {**fixed, "day": theirs["date"], **theirs}
        # The customer's own pages open by the trip's hash and a link's secret, whoever has them.
        values |= dict.fromkeys({"hash", "secret", "place"} & set(operation.parameters), "0" * 24)
        answer = call(browser_like(agents), operation, operation.fill(values))
        if answer.status_code == 200:
            met.add(operation.path)
            body = b"".join(answer) if answer.streaming else answer.content
            assert not [one for one in SIGNS if one in body], body[:300]
        return answer

    _, wrong = put(GETS, ask)

    assert not wrong, "\n".join(wrong)
    assert {"/api/trip/{trip}/get", "/api/trips/get"} <= met, met


def test_the_trip_says_so_and_counts_stay(db: None, theirs: dict[str, int | str], agents: Client) -> None:
    trip = agents.get(f"/api/trip/{theirs['hash']}/get").json()

    assert trip["is_price_hidden"] is True
    assert (trip["totals"]["total"], trip["priceLines"][0]["amount"]) == (0, 0)
    assert trip["pax_cnt"] > 0
    assert agents.get("/api/trips/get").json()["meta"]["total"] == 1


def test_prices_themselves_are_refused(db: None, theirs: dict[str, int | str], agents: Client) -> None:
    for path in ("getForTimeslot/{timeslot}/staff", "getForDate/{date}/staff"):
        refused = agents.get("/api/prices/" + path.format(**theirs))
        assert assert_error(refused, 403, "reseller_not_allowed")["detail"] == {"allowance": "see_price"}


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ({"total_amount": 5, "pax_cnt": 2}, {"total_amount": 0, "pax_cnt": 2}),
        ({"meta": {"total": 7}}, {"meta": {"total": 7}}),
        (
            {"totals": {"subtotal": 4, "total": 5, "due_now": 5}},
            {"totals": {"subtotal": 0, "total": 0, "due_now": 0}},
        ),
        ({"totals": {"pax": 3, "orders": 1}}, {"totals": {"pax": 3, "orders": 1}}),
        (
            {"prices": [{"price": 9, "label": "Adult", "remaining": 4}]},
            {"prices": [{"price": 0, "label": "Adult", "remaining": 4}]},
        ),
        ({"is_price": True, "min_price": None}, {"is_price": True, "min_price": None}),
        ([{"amount": {"sum": 3, "order_cnt": 2}}], [{"amount": {"sum": 0, "order_cnt": 2}}]),
    ],
)
def test_what_is_money(answer: Any, shown: Any) -> None:
    assert without_prices(answer) == shown
