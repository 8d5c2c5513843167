"""Tickets from host to host carry what was proved, when, and how long it may last: no more."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.second_factor import login, post

from outfitter.accounts import operations, sessions
from outfitter.accounts.models import UserSession
from outfitter.kit.clock import utc_now

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
