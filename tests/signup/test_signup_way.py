"""From an e-mail address to a ticket for one's own operator, by the public addresses."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from tests.support import signups
from tests.support.signups import call

from outfitter.accounts.models import Account, Domain, Membership, User
from outfitter.accounts.operations import redeem_one_time_code
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.tos.models import TosAgreement
from outfitter_signup import provision_run
from outfitter_signup.models import Signup
from outfitter_tenants.people.queries import find_avatar, get_properties

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _mail_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    signups.run_mail_jobs(monkeypatch)


def test_a_stranger_becomes_an_operator(apex_client: Client) -> None:
    assert apex_client.get("/signup/init").json()["state"] == "started"
    started = call(apex_client, "/signup/account", signups.PERSON)
    token = started.json()["signup_token"]
    assert started.json() == {"signup_token": token, "state": "email_pending", "resend_after": 30}
    body = {"signup_token": token, "code": signups.last_code()}
    confirmed = call(apex_client, "/signup/confirm-email", body)
    assert (confirmed.status_code, confirmed.json()) == (200, {"state": "email_confirmed"})

    _reserves_the_slug(apex_client, token)
    body = signups.registration(apex_client, token)
    answer = call(apex_client, "/signup/register", body)
    assert (answer.status_code, answer.json()) == (202, {"state": "provisioning"})

    signup = Signup.objects.get()
    waiting = apex_client.get("/signup/init", {"signup_token": token}).json()
    assert waiting["progress"]["step"] == 0
    assert [s["state"] for s in waiting["progress"]["steps"]] == ["running", *["waiting"] * 5]
    assert provision_run.run_provision(signup_id=signup.pk) == "ready"
    _is_complete(Account.objects.get(slug="kayak-kingdom"))

    ready = apex_client.get("/signup/init", {"signup_token": token}).json()
    assert (ready["state"], ready["progress"]["step"]) == ("ready", 6)
    assert ready["account"] == {
        "slug": "kayak-kingdom",
        "name": "Kayak Kingdom",
        "url": "http://kayak-kingdom.localhost:8000/",
    }
    ticket = call(apex_client, "/signup/signin", {"signup_token": token}).json()
    code = ticket["one_time_code"]
    assert ticket["redirect_url"] == f"http://kayak-kingdom.localhost:8000/signin?code={code}"
    schema_name = Account.objects.get(slug="kayak-kingdom").schema_name
    user = redeem_one_time_code(code=code, schema_name=schema_name, at=utc_now()).user
    assert user.email == "ada@kayaks.example"


def _reserves_the_slug(client: Client, token: str) -> None:
    wish = {"signup_token": token, "slug": " Kayak-Kingdom "}
    assert call(client, "/signup/validate-domain", wish).json() == {
        "available": True,
        "normalized": "kayak-kingdom",
        "reason": None,
        "message": "This address is available.",
        "suggestions": [],
    }
    assert Signup.objects.get().slug == "kayak-kingdom"


def _is_complete(account: Account) -> None:
    user = User.objects.get(email="ada@kayaks.example")
    assert user.check_password(signups.PASSWORD)
    assert (account.is_ready, account.currency, account.locale) == (True, "EUR", "en-DE")
    assert account.business["phone"] == "+4930901820"
    assert account.business["website"] == "https://kayaks.example"
    assert Domain.objects.get(tenant=account).domain == "kayak-kingdom.localhost"
    agreement = TosAgreement.objects.get(account=account)
    assert (agreement.user_id, agreement.sha256) == (user.pk, agreement.tos.sha256)
    with in_schema(account.schema_name):
        avatar = find_avatar(user_id=user.pk)
        assert get_properties().time_zone == "Europe/Berlin"
        assert get_properties().week_start == 1
    assert avatar is not None
    assert (avatar.name, avatar.role_slug) == ("Ada Byron", "owner")
    membership = Membership.objects.get(user=user)
    assert (membership.account_id, membership.user_avatar_id) == (account.pk, avatar.id)
    assert mail.outbox[-1].subject == "Kayak Kingdom is ready"
    assert "http://kayak-kingdom.localhost:8000/" in mail.outbox[-1].body


def test_the_new_host_answers_only_when_it_is_ready(apex_client: Client, client_for: Any) -> None:
    signup = signups.registered(apex_client)
    assert client_for("kayak-kingdom").get("/api/tos/get").status_code == 404
    provision_run.run_provision(signup_id=signup.pk)
    answer = client_for("kayak-kingdom").get("/api/tos/get")
    assert answer.status_code == 200


def test_registering_twice_makes_one_operator(apex_client: Client) -> None:
    token = signups.confirmed(apex_client)
    body = signups.registration(apex_client, token)
    first, second = (call(apex_client, "/signup/register", body) for _ in range(2))
    assert first.json() == second.json() == {"state": "provisioning"}
    assert Account.objects.filter(slug="kayak-kingdom").count() == 1


def test_init_offers_names_in_the_readers_language(apex_client: Client) -> None:
    found = apex_client.get("/signup/init", {"locale": "de"}).json()
    assert {"code": "AT", "name": "Österreich"} in found["countries"]
    assert {"code": "USD", "name": "US-Dollar"} in found["currencies"]
    assert "Asia/Kathmandu" in found["timezones"]
    assert found["base_domain"] == "localhost:8000"
    assert (found["signup_token"], found["progress"], found["account"]) == ("", None, None)


def test_an_unknown_token_starts_from_the_beginning(apex_client: Client) -> None:
    found = apex_client.get("/signup/init", {"signup_token": "nobody"}).json()
    assert (found["state"], found["signup_token"]) == ("started", "")
