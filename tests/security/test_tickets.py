"""Tickets from host to host carry what was proved, when, and how long it may last: no more."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.resellers import make_reseller
from tests.support.second_factor import login, post
from tests.support.team import make_colleague, make_person
from tests.support.tenant_clients import enter_operator

from outfitter.accounts import memberships, operations, sessions
from outfitter.accounts.models import Account, UserSession
from outfitter.kit.clock import utc_now
from outfitter_tenants.people.models import Role, UserAvatar

pytestmark = pytest.mark.usefixtures("reef")
NEW = {"password": "a-long-walk-by-the-sea-42"}
Doors = Callable[[str], Client]


def _go_over(client: Client, client_for: Doors, reef: Any) -> Client:
    """Leave by the account chooser and come in again by its ticket."""
    where = post(client, f"/api/accounts/{reef.pk}/enter").json()["redirect_url"]
    other = client_for("reef")
    assert post(other, "/api/login", {"one_time_code": where.split("code=")[1]}).status_code == 200
    return other


def test_an_old_proof_does_not_become_a_new_one(reef: Any, client_for: Doors) -> None:
    first = client_for("reef")
    login(first)
    UserSession.objects.update(confirmed_at=utc_now() - timedelta(minutes=11))
    assert_error(post(first, "/api/me/password", NEW), 403, "confirmation_required")

    second = _go_over(first, client_for, reef)

    assert_error(post(second, "/api/me/password", NEW), 403, "confirmation_required")


def test_a_fresh_proof_goes_along(reef: Any, client_for: Doors) -> None:
    first = client_for("reef")
    login(first)

    second = _go_over(first, client_for, reef)

    assert post(second, "/api/me/password", NEW).status_code == 200


def test_going_to_and_fro_does_not_prolong_a_session(reef: Any, client_for: Doors) -> None:
    first = client_for("reef")
    login(first)
    until = utc_now() + timedelta(hours=1)
    UserSession.objects.update(expires_at=until)

    _go_over(first, client_for, reef)

    newest = UserSession.objects.order_by("-pk")[0]
    assert newest.expires_at == until


@pytest.mark.django_db
def test_a_ticket_without_a_proof_confirms_nothing(client_for: Doors) -> None:
    user = operations.User.objects.get(email=database.REEF.owner_email)
    code = operations.issue_one_time_code(user=user, schema_name="t_reef", at=utc_now())
    browser = client_for("reef")
    post(browser, "/api/login", {"one_time_code": code})

    row = UserSession.objects.get()
    assert row.created_at - row.confirmed_at == sessions.CONFIRMED_FOR
    assert_error(post(browser, "/api/me/password", NEW), 403, "confirmation_required")


def test_the_platform_s_own_sign_in_is_a_fresh_proof(apex_client: Client, client_for: Doors) -> None:
    body = {"email": database.REEF.owner_email, "password": database.PASSWORD}
    code = post(apex_client, "/signup/signin", body).json()["one_time_code"]
    browser = client_for("reef")
    post(browser, "/api/login", {"one_time_code": code})

    assert post(browser, "/api/me/password", NEW).status_code == 200


def _make_agent(slug: str, user_id: int | None = None) -> UserAvatar:
    """Return an agent of a partner of an operator, with a login of their own or a known one."""
    enter_operator(f"t_{slug}")
    role = Role.objects.get(slug="reseller_agent")
    partner = make_reseller("Harbor Hotel")
    if user_id is None:
        return make_colleague("Ada", role=role, reseller_id=partner)
    agent = make_person("Ada", role=role, reseller_id=partner, user_id=user_id)
    memberships.join(user_id=user_id, schema_name=f"t_{slug}", avatar_id=agent.pk, kind="agent")
    return agent


def test_an_agent_of_several_operators_chooses_once(reef: Any, client_for: Doors) -> None:
    agent = _make_agent("reef")
    _make_agent("peak", agent.user_id)
    peak = Account.objects.get(slug="peak")
    enter_operator("t_reef")
    first = client_for("reef")
    proof = {"email": agent.email, "password": database.PASSWORD}

    assert post(first, "/api/login", proof).json()["next"] == "chooser"
    rows = first.get("/api/accounts/get").json()["accounts"]
    assert [(row["slug"], row["is_last"]) for row in rows] == [("peak", False), ("reef", False)]
    address = post(first, f"/api/accounts/{peak.pk}/enter").json()["redirect_url"]
    there = client_for("peak")
    code = {"one_time_code": address.partition("?code=")[2]}

    # Whoever comes with a ticket has chosen: they are not asked again.
    assert post(there, "/api/login", code).json()["next"] == "app"
    assert there.get("/api/desk/get").status_code == 200

    second = client_for("reef")
    post(second, "/api/login", proof)
    rows = second.get("/api/accounts/get").json()["accounts"]
    assert [(row["slug"], row["is_last"]) for row in rows] == [("peak", True), ("reef", False)]
