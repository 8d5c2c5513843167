"""An agent never meets another reseller: no trip, guest, name or price of theirs, on any address."""

from typing import Any, Final

import pytest
from django.db import connection
from django.test import Client

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog.models import ExperienceCustomerType
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.people.defaults import ALL_CODES
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.pricing.models import RateSheet
from outfitter_tenants.resellers import notes
from outfitter_tenants.resellers.models import Reseller, ResellerTerm
from outfitter_tenants.trips.models import Trip
from tests.contract import questions
from tests.contract.owner_session import browser_like
from tests.contract.walk import put
from tests.support import database
from tests.support.api_operations import Operation, call
from tests.support.owner_client import begin_session
from tests.support.resellers import make_reseller
from tests.support.team import make_colleague, make_role
from tests.support.tenant_clients import enter_operator, make_client

# What only the other reseller has. Numbers are such that nothing else is likely to come to them.
SECRETS: Final = (
    "Walled Partner",
    "Quagga",
    "quagga@example.com",
    "walled@example.com",
    "WALL-VOUCHER",
    "Pays in shells",
    "7654321",
    "137137",
)
# A trip's hash is a key of its own: who has it is let in, whoever they are (docs/domain.md 3.4).
BY_HASH: Final = frozenset({"hash"})
GETS: Final = tuple(one for one in questions.TENANT if one.method == "GET")
# Fewer are a mistake in here.
AT_LEAST: Final = 175


@pytest.fixture(scope="module")
def wall(theirs: dict[str, int | str]) -> dict[str, int | str]:
    """Make the world's sold trip another reseller's; returns what addresses name of it, by number."""
    enter_operator(database.REEF.schema_name)
    other = int(theirs["reseller"])
    Reseller.objects.filter(pk=other).update(
        name="Walled Partner",
        commission_ppm=137_137,
        contacts=[{"name": "Q", "email": "walled@example.com", "phone": None, "is_accounting": True}],
    )
    ResellerTerm.objects.create(reseller_id=other, experience_id=int(theirs["experience"]), is_hidden=False)
    trip = Trip.objects.get(hash=theirs["hash"])
    Trip.objects.filter(pk=trip.pk).update(
        reseller_id=other,
        contact_first_name="Zeb",
        contact_last_name="Quagga",
        contact_email="quagga@example.com",
        reseller_voucher="WALL-VOUCHER",
        group_name="Quagga",
    )
    Customer.objects.filter(pk=trip.customer_id).update(last_name="Quagga", email="quagga@example.com")
    sheet = RateSheet.objects.get(pk=int(theirs["rateSheet"]))
    sheet.reseller_ids, sheet.status, sheet.name = [other], "live", "Walled Partner"
    sheet.save()
    for kind in ExperienceCustomerType.objects.filter(experience_id=sheet.experience_id):
        sheet.prices.create(experience_customer_type_id=kind.pk, mode="absolute", value=7_654_321)
    notes.add_note(
        reseller_id=other, body="Pays in shells", author_id=None, author_name="Quagga", at=utc_now()
    )
    with atomic():
        record(
            entity_type="trip",
            entity_id=trip.pk,
            trip_id=trip.pk,
            action="trip.reseller_set",
            at=utc_now(),
            after={"reseller": "Walled Partner"},
        )
    connection.set_schema_to_public()
    return {**theirs, "trip": trip.pk}


@pytest.fixture(scope="module")
def agents(wall: Any) -> Client:
    """Return the browser of an agent of another reseller, whose role has every permission there is."""
    enter_operator(database.REEF.schema_name)
    role = make_role("all_seller", *ALL_CODES, scope="reseller")
    agent = make_colleague("Ada", role=role, reseller_id=make_reseller("Own Desk"))
    assert UserAvatar.objects.get(pk=agent.pk).kind == "agent"
    client = make_client(database.REEF.slug)
    begin_session(client, agent.email, database.REEF.schema_name)
    connection.set_schema_to_public()
    return client


def test_no_answer_holds_anything_of_theirs(db: None, wall: dict[str, int | str], agents: Client) -> None:
    met = []

    def ask(operation: Operation) -> Any:
        fixed = {"category": 999_999, "tos": 999_999, "name": "trips", "plugin": "octo", "otaTool": "x"}
        values = {**fixed, "day": wall["date"], **wall}
        if BY_HASH & set(operation.parameters):
            values |= {"hash": "0" * 24}
        answer = call(browser_like(agents), operation, operation.fill(values))
        if answer.status_code == 200:
            met.append(operation.path)
            body = b"".join(answer) if answer.streaming else answer.content
            found = [one for one in SECRETS if one.encode() in body]
            assert not found, (found, body[:300])
        else:
            # 502: no gateway is there to be asked.
            assert answer.status_code < 500 or answer.status_code == 502, answer.content[:300]
        return answer

    right, wrong = put(GETS, ask)

    assert not wrong, "\n".join(wrong)
    assert len(right) >= AT_LEAST
    # It proves nothing when all doors are closed.
    assert {"/api/trips/get", "/api/calendar/init", "/app/init"} <= set(met), met


def test_an_agents_own_doors_are_open(db: None, wall: dict[str, int | str], agents: Client) -> None:
    answer = agents.get("/api/trips/get")

    assert answer.status_code == 200
    assert answer.json()["data"] == []
