"""What a partner does not sell is not there for its agents: on no address, in no list."""

from typing import Any, Final

import pytest
from django.db import connection
from django.test import Client

from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.people.models import Role
from outfitter_tenants.resellers.models import ResellerTerm
from tests.contract import questions
from tests.contract.owner_session import browser_like
from tests.contract.walk import put
from tests.support import database
from tests.support.api_operations import Operation, call
from tests.support.owner_client import begin_session
from tests.support.resellers import make_reseller
from tests.support.team import make_colleague
from tests.support.tenant_clients import enter_operator, make_client

NAME: Final = "Quagga safari"
# Who has the secret of a payment link, or of a place on a waiting list, is its customer.
BY_SECRET: Final = frozenset({"/api/paymentLink/{secret}/get", "/api/waitlist/place/{place}/get"})
GETS: Final = tuple(one for one in questions.TENANT if one.method == "GET" and one.path not in BY_SECRET)
AT_LEAST: Final = 100


# What operators add to the built-in role: whoever is on the dock for a partner looks at the day.
MORE: Final = ("manifest.view", "experience.view", "trip.view")


@pytest.fixture(scope="module")
def agents(theirs: dict[str, int | str]) -> Client:
    """
    Return the browser of an agent whose partner does not sell an experience.

    Their role is the built-in one and more, so that what either answers is looked at.
    """
    enter_operator(database.REEF.schema_name)
    partner, experience = make_reseller("Own Desk"), int(theirs["experience"])
    Experience.objects.filter(pk=experience).update(name=NAME)
    ResellerTerm.objects.create(reseller_id=partner, experience_id=experience, is_hidden=True)
    role = Role.objects.get(slug="reseller_agent")
    role.pk, role.slug, role.name, role.is_system = None, "dock_agent", "Agent on the dock", False
    role.permissions = sorted({*role.permissions, *MORE})
    role.save()
    agent = make_colleague("Ada", role=role, reseller_id=partner)
    client = make_client(database.REEF.slug)
    begin_session(client, agent.email, database.REEF.schema_name)
    connection.set_schema_to_public()
    return client


def test_no_answer_names_what_a_partner_does_not_sell(
    db: None, theirs: dict[str, int | str], agents: Client
) -> None:
    answered = []

    def ask(operation: Operation) -> Any:
        fixed = {"category": 999_999, "tos": 999_999, "name": "trips", "plugin": "octo", "otaTool": "x"}
        values = {**fixed, "day": theirs["date"], **theirs}
        if "hash" in operation.parameters:
            values["hash"] = "0" * 24
        answer = call(browser_like(agents), operation, operation.fill(values))
        if answer.status_code == 200:
            answered.append(operation.path)
            body = b"".join(answer) if answer.streaming else answer.content
            assert NAME.encode() not in body, body[:300]
        return answer

    right, wrong = put(GETS, ask)

    assert not wrong, "\n".join(wrong)
    assert len(right) >= AT_LEAST
    assert {"/api/desk/get", "/api/desk/day/{day}/get", "/api/trips/get"} <= set(answered), answered
    assert "/api/calendar/getTimeslotsInDateRange/{firstDay}/{lastDay}" in answered
