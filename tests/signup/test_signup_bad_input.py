"""Whatever is put into a field, the answer is one of ours and never a failure of the server."""

import json
from typing import Any

import pytest
from django.test import Client
from tests.support import signups
from tests.support.signups import call

from outfitter_signup.models import Signup

pytestmark = pytest.mark.django_db
BODIES: dict[str, dict[str, Any]] = {
    "/signup/account": {**signups.PERSON, "phone": "1", "signup_token": None},
    "/signup/confirm-email": {"signup_token": "nobody", "code": "123456"},
    "/signup/validate-domain": {"signup_token": "nobody", "slug": "kayak-kingdom"},
    "/signup/register": {
        "signup_token": "nobody",
        "slug": "kayak-kingdom",
        "password": signups.PASSWORD,
        "country": "DE",
        "currency": "EUR",
        "time_zone": "Europe/Berlin",
        "business": {"type": "tours", "address": "a", "website": "b.example", "phone": "1"},
        "tos_id": 1,
        "tos_sha256": "0" * 64,
        "marketing_opt_in": False,
    },
    "/signup/signin": {"email": "a@b.example", "password": "x", "slug": "reef"},
}
ODD = [None, 0, -1, 10**30, 1.5, True, [], {}, "", " ", "a\x00b", "\ud800", "𝕒" * 5000, "%s'\"--"]
CASES = [(path, name) for path, body in BODIES.items() for name in body]


@pytest.fixture(autouse=True)
def _no_limits(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from outfitter_signup import rules

    settings.SIGNUP_LIMITS = dict.fromkeys(rules._LIMITS, (0, 1))
    signups.run_mail_jobs(monkeypatch)


@pytest.mark.parametrize(("path", "name"), CASES)
def test_odd_values_in_every_field(apex_client: Client, path: str, name: str) -> None:
    apex_client.raise_request_exception = False
    for value in ODD:
        body = json.dumps({**BODIES[path], name: value})
        answer = apex_client.post(path, body, content_type="application/json")
        assert answer.status_code < 500, (name, value)
        if answer.status_code >= 400:
            assert set(answer.json()) == {"code", "message", "detail"}, (name, value)


@pytest.mark.parametrize("name", list(BODIES["/signup/register"]["business"]))
def test_odd_values_inside_the_business(apex_client: Client, name: str) -> None:
    token = signups.confirmed(apex_client)
    apex_client.raise_request_exception = False
    for value in ODD:
        body = signups.registration(apex_client, token, slug="no_good")
        body["business"][name] = value
        answer = call(apex_client, "/signup/register", body)
        assert answer.status_code == 422, (name, value)
    assert Signup.objects.get().state == "email_confirmed"


@pytest.mark.parametrize("path", list(BODIES))
@pytest.mark.parametrize("method", ["get", "put", "patch", "delete"])
def test_other_methods_are_told_so(apex_client: Client, path: str, method: str) -> None:
    answer = getattr(apex_client, method)(path)
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


@pytest.mark.parametrize(
    "query", ["signup_token=%00", "signup_token=" + "x" * 65, "locale=" + "x" * 13, "locale=%00"]
)
def test_odd_questions(apex_client: Client, query: str) -> None:
    apex_client.raise_request_exception = False
    assert apex_client.get(f"/signup/init?{query}").status_code in {200, 422}
