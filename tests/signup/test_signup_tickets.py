"""Tickets from the platform's host to an operator's."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from tests.support import signups
from tests.support.database import PASSWORD, PEAK, REEF
from tests.support.signups import call

from outfitter.accounts import operations
from outfitter.accounts.models import Account, User
from outfitter.kit.clock import utc_now
from outfitter_signup import provision_run
from outfitter_signup.models import Signup

pytestmark = pytest.mark.django_db


def _by_password(client: Client, **fields: Any) -> Any:
    return call(client, "/signup/signin", {"email": REEF.owner_email, **fields})


def test_a_password_leads_to_ones_only_operator(apex_client: Client) -> None:
    answer = _by_password(apex_client, password=PASSWORD)
    code = answer.json()["one_time_code"]
    assert answer.json() == {
        "redirect_url": f"http://reef.localhost:8000/signin?code={code}",
        "one_time_code": code,
        "accounts": [{"slug": "reef", "name": "Reef Runners", "url": "http://reef.localhost:8000/"}],
        "next": "app",
        "step_token": None,
        "methods": [],
    }
    user = operations.redeem_one_time_code(code=code, schema_name="t_reef", at=utc_now()).user
    assert user.email == REEF.owner_email


def test_several_operators_are_listed_and_one_is_chosen(apex_client: Client) -> None:
    user = User.objects.get(email=REEF.owner_email)
    peak = Account.objects.get(slug=PEAK.slug)
    operations.add_membership(user=user, account=peak, avatar_id=1)
    found = _by_password(apex_client, password=PASSWORD).json()
    assert (found["redirect_url"], found["one_time_code"]) == (None, None)
    assert [row["slug"] for row in found["accounts"]] == ["peak", "reef"]
    assert found["next"] == "chooser"
    step = {"step_token": found["step_token"], "slug": "peak"}
    assert call(apex_client, "/signup/signin", step).json()["redirect_url"].startswith("http://peak.")
    chosen = _by_password(apex_client, password=PASSWORD, slug="peak").json()
    assert chosen["redirect_url"].startswith("http://peak.localhost:8000/signin?code=")


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"password": "wrong"}, 401, "invalid_credentials"),
        ({"password": PASSWORD, "email": "nobody@reef.example"}, 401, "invalid_credentials"),
        ({"password": PASSWORD, "slug": "peak"}, 409, "no_account"),
        ({}, 422, "validation_failed"),
        ({"password": ""}, 422, "validation_failed"),
        ({"signup_token": "nobody"}, 404, "signup_not_found"),
        ({"otp": "1"}, 422, "validation_failed"),
    ],
)
def test_what_opens_nothing(apex_client: Client, fields: dict[str, Any], status: int, code: str) -> None:
    answer = _by_password(apex_client, **fields)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_ten_tries_in_a_quarter_of_an_hour(apex_client: Client) -> None:
    codes = [_by_password(apex_client, password="wrong").status_code for _ in range(11)]
    assert codes == [401] * 10 + [429]


def test_the_browser_that_signed_up_needs_no_password_for_a_while(
    apex_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    signups.run_mail_jobs(monkeypatch)
    token = signups.confirmed(apex_client)
    call(apex_client, "/signup/register", signups.registration(apex_client, token))
    early = call(apex_client, "/signup/signin", {"signup_token": token})
    assert (early.status_code, early.json()["code"]) == (409, "wrong_step")
    provision_run.run_provision(signup_id=Signup.objects.get().pk)
    assert call(apex_client, "/signup/signin", {"signup_token": token}).status_code == 200
    assert Signup.objects.get().state == "consumed"
    assert call(apex_client, "/signup/signin", {"signup_token": token}).status_code == 200
    Signup.objects.update(changed_at=utc_now() - timedelta(minutes=15, seconds=1))
    late = call(apex_client, "/signup/signin", {"signup_token": token})
    assert (late.status_code, late.json()["code"]) == (410, "code_expired")
