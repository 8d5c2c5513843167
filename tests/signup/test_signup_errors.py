"""What sign-up refuses, with which words, and that nothing happens then."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from tests.support import signups
from tests.support.database import PASSWORD as REEF_PASSWORD
from tests.support.database import REEF
from tests.support.signups import call

from outfitter.accounts.models import Account, ReleasedSlug, User
from outfitter.kit.clock import utc_now
from outfitter_signup.models import Signup

pytestmark = pytest.mark.django_db
WRONG = "this is not the password"


@pytest.fixture(autouse=True)
def _mail_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    signups.run_mail_jobs(monkeypatch)


def _wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


def _older(**by: float) -> None:
    Signup.objects.update(**{name: utc_now() - timedelta(seconds=s) for name, s in by.items()})


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "email"),
        ({**signups.PERSON, "email": "nobody"}, "email"),
        ({**signups.PERSON, "email": "a@b"}, "email"),
        ({**signups.PERSON, "first_name": ""}, "first_name"),
        ({**signups.PERSON, "last_name": " "}, "last_name"),
        ({**signups.PERSON, "company_name": ""}, "company_name"),
        ({**signups.PERSON, "captcha": "x"}, "captcha"),
        ({**signups.PERSON, "first_name": "a\x00b"}, "first_name"),
        ({**signups.PERSON, "first_name": "x" * 81}, "first_name"),
    ],
)
def test_a_start_that_cannot_be_read(apex_client: Client, body: dict[str, Any], field: str) -> None:
    answer = call(apex_client, "/signup/account", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "validation_failed")
    assert list(answer.json()["detail"]["fields"]) == [field]
    assert Signup.objects.count() == 0


def test_malformed_json_is_a_bad_request(apex_client: Client) -> None:
    answer = apex_client.post("/signup/account", "{", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_a_known_address_gets_the_same_answer_and_another_mail(apex_client: Client) -> None:
    new = call(apex_client, "/signup/account", signups.PERSON)
    known = call(apex_client, "/signup/account", {**signups.PERSON, "email": REEF.owner_email})
    assert new.status_code == known.status_code == 200
    assert {**new.json(), "signup_token": ""} == {**known.json(), "signup_token": ""}
    seen = apex_client.get("/signup/init", {"signup_token": known.json()["signup_token"]}).json()
    assert (seen["state"], seen["is_existing_login"]) == ("email_pending", False)
    assert "already have an Outfitter login" not in mail.outbox[0].body
    assert "already have an Outfitter login" in mail.outbox[1].body
    assert "http://localhost:8000/" in mail.outbox[1].body


def test_a_known_person_adds_a_business_with_the_password_they_have(apex_client: Client) -> None:
    token = signups.confirmed(apex_client, email=REEF.owner_email.upper())
    seen = apex_client.get("/signup/init", {"signup_token": token}).json()
    assert seen["is_existing_login"] is True
    body = signups.registration(apex_client, token, password=WRONG)
    refused = call(apex_client, "/signup/register", body)
    assert refused.status_code == 422
    assert list(refused.json()["detail"]["fields"]) == ["password"]
    assert not Account.objects.filter(slug="kayak-kingdom").exists()
    body["password"] = REEF_PASSWORD
    assert call(apex_client, "/signup/register", body).status_code == 202
    assert User.objects.filter(email=REEF.owner_email).count() == 1


def test_an_existing_password_cannot_be_guessed_here(apex_client: Client) -> None:
    token = signups.confirmed(apex_client, email=REEF.owner_email)
    body = signups.registration(apex_client, token, password=WRONG)
    codes = [call(apex_client, "/signup/register", body).status_code for _ in range(6)]
    assert codes == [422] * 5 + [429]


def test_five_wrong_codes_then_only_a_new_one_helps(apex_client: Client) -> None:
    token = signups.start(apex_client)
    right = signups.last_code()
    wrong = {"signup_token": token, "code": _wrong(right)}
    for left in (4, 3, 2, 1, 0):
        answer = call(apex_client, "/signup/confirm-email", wrong)
        assert answer.status_code == 422
        assert answer.json()["code"] == "code_invalid"
        assert answer.json()["detail"] == {"attempts_left": left}
    last = call(apex_client, "/signup/confirm-email", {"signup_token": token, "code": right})
    assert (last.status_code, last.json()["code"]) == (429, "too_many_attempts")
    _older(changed_at=31)
    assert call(apex_client, "/signup/account", {"signup_token": token}).status_code == 200
    body = {"signup_token": token, "code": signups.last_code()}
    assert call(apex_client, "/signup/confirm-email", body).status_code == 200


def test_a_code_is_good_for_fifteen_minutes(apex_client: Client) -> None:
    token = signups.start(apex_client)
    Signup.objects.update(code_expires_at=utc_now() - timedelta(seconds=1))
    body = {"signup_token": token, "code": signups.last_code()}
    answer = call(apex_client, "/signup/confirm-email", body)
    assert (answer.status_code, answer.json()["code"]) == (410, "code_expired")


def test_a_code_works_once(apex_client: Client) -> None:
    token = signups.confirmed(apex_client)
    body = {"signup_token": token, "code": signups.last_code()}
    answer = call(apex_client, "/signup/confirm-email", body)
    assert (answer.status_code, answer.json()["code"]) == (410, "code_expired")
    assert answer.json()["message"] == "This code was already used. Your email address is confirmed."


def test_a_new_code_voids_the_old_one_and_three_are_enough(apex_client: Client) -> None:
    token = signups.start(apex_client)
    old = signups.last_code()
    early = call(apex_client, "/signup/account", {"signup_token": token})
    assert (early.status_code, early.json()["code"]) == (429, "too_many_attempts")
    assert 0 < early.json()["detail"]["retry_after"] <= 30
    for _ in range(3):
        _older(changed_at=31)
        assert call(apex_client, "/signup/account", {"signup_token": token}).status_code == 200
    _older(changed_at=31)
    assert call(apex_client, "/signup/account", {"signup_token": token}).status_code == 429
    if old != signups.last_code():
        body = {"signup_token": token, "code": old}
        assert call(apex_client, "/signup/confirm-email", body).status_code == 422
    assert len(mail.outbox) == 4


def test_a_typing_error_in_the_address_can_be_corrected(apex_client: Client) -> None:
    token = signups.start(apex_client, email="ada@kayks.example")
    _older(changed_at=31)
    body = {**signups.PERSON, "signup_token": token}
    assert call(apex_client, "/signup/account", body).status_code == 200
    assert mail.outbox[-1].to == ["ada@kayaks.example"]


def test_five_sign_ups_an_hour_from_one_address(apex_client: Client) -> None:
    answers = [
        call(apex_client, "/signup/account", {**signups.PERSON, "email": f"a{n}@kayaks.example"})
        for n in range(6)
    ]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert answers[-1].json()["code"] == "rate_limited"
    assert answers[-1].headers["Retry-After"] == str(answers[-1].json()["detail"]["retry_after"])


def test_the_number_of_sign_ups_is_a_setting(apex_client: Client, settings: Any) -> None:
    settings.SIGNUP_LIMITS = {"account_ip": (1, 60)}
    assert call(apex_client, "/signup/account", signups.PERSON).status_code == 200
    assert call(apex_client, "/signup/account", signups.PERSON).status_code == 429


@pytest.mark.parametrize("path", ["/signup/confirm-email", "/signup/register"])
def test_a_token_of_nobody(apex_client: Client, path: str) -> None:
    body: dict[str, Any] = {"signup_token": "nobody", "code": "123456"}
    if path == "/signup/register":
        body = signups.registration(apex_client, "nobody")
    answer = call(apex_client, path, body)
    assert (answer.status_code, answer.json()["code"]) == (404, "signup_not_found")


def test_a_sign_up_ends_after_48_hours(apex_client: Client) -> None:
    token = signups.confirmed(apex_client)
    _older(changed_at=48 * 3600 + 1)
    answer = call(apex_client, "/signup/register", signups.registration(apex_client, token))
    assert (answer.status_code, answer.json()["code"]) == (404, "signup_not_found")
    assert apex_client.get("/signup/init", {"signup_token": token}).json()["state"] == "started"


@pytest.mark.parametrize(
    ("slug", "reason"),
    [
        ("re", "too_short"),
        ("x" * 41, "too_long"),
        ("kayak_kingdom", "characters"),
        ("www", "reserved"),
        ("reef", "taken"),
        ("REEF", "taken"),
        ("re-ef", "look_alike"),
        ("reel-0", None),
        ("gone-fishing", "taken"),
        ("long-gone", None),
    ],
)
def test_why_a_subdomain_cannot_be_had(apex_client: Client, slug: str, reason: str | None) -> None:
    day = timedelta(days=1)
    ReleasedSlug.objects.create(slug="gone-fishing", released_at=utc_now() - 364 * day)
    ReleasedSlug.objects.create(slug="long-gone", released_at=utc_now() - 366 * day)
    found = call(apex_client, "/signup/validate-domain", {"slug": slug}).json()
    assert (found["available"], found["reason"]) == (reason is None, reason)
    for idea in found["suggestions"]:
        again = call(apex_client, "/signup/validate-domain", {"slug": idea}).json()
        assert again["available"] is True


def test_a_subdomain_is_kept_fifteen_minutes(apex_client: Client) -> None:
    mine = signups.confirmed(apex_client)
    other = signups.confirmed(apex_client, email="bob@kayaks.example")
    wish = {"slug": "kayak-kingdom"}
    check = "/signup/validate-domain"
    assert call(apex_client, check, {**wish, "signup_token": mine}).json()["available"]
    assert call(apex_client, check, {**wish, "signup_token": mine}).json()["available"]
    assert call(apex_client, check, {**wish, "signup_token": other}).json()["reason"] == "taken"
    Signup.objects.filter(slug="kayak-kingdom").update(slug_reserved_until=utc_now() - timedelta(seconds=1))
    assert call(apex_client, check, {**wish, "signup_token": other}).json()["available"]
    assert call(apex_client, check, {**wish, "signup_token": mine}).json()["reason"] == "taken"


def test_an_unconfirmed_address_reserves_nothing(apex_client: Client) -> None:
    token = signups.start(apex_client)
    body = {"slug": "kayak-kingdom", "signup_token": token}
    assert call(apex_client, "/signup/validate-domain", body).json()["available"]
    assert Signup.objects.get().slug is None
    answer = call(apex_client, "/signup/register", signups.registration(apex_client, token))
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_step")


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"country": "XX"}, "country"),
        ({"currency": "KWD"}, "currency"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"slug": "no_good"}, "slug"),
        ({"password": "short"}, "password"),
        ({"password": "password1234"}, "password"),
        ({"password": "123456789012"}, "password"),
        ({"business": {"type": "tours", "phone": "abc"}}, "business.phone"),
        ({"business": {"type": "tours", "website": "javascript:alert(1)"}}, "business.website"),
        ({"business": {"type": ""}}, "business.type"),
        ({"tos_sha256": "0"}, "tos_sha256"),
    ],
)
def test_a_registration_with_a_mistake(apex_client: Client, fields: dict[str, Any], named: str) -> None:
    token = signups.confirmed(apex_client)
    body = signups.registration(apex_client, token, **fields)
    answer = call(apex_client, "/signup/register", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "validation_failed")
    assert list(answer.json()["detail"]["fields"]) == [named]
    assert User.objects.count() == Account.objects.count() == 2


def test_other_terms_than_the_current_ones(apex_client: Client) -> None:
    token = signups.confirmed(apex_client)
    body = signups.registration(apex_client, token, tos_sha256="0" * 64)
    answer = call(apex_client, "/signup/register", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale_version")


def test_a_subdomain_that_somebody_else_took_meanwhile(apex_client: Client) -> None:
    token = signups.confirmed(apex_client)
    body = signups.registration(apex_client, token, slug="reef")
    answer = call(apex_client, "/signup/register", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "slug_taken")
    assert not User.objects.filter(email="ada@kayaks.example").exists()


def test_sign_up_does_not_live_on_an_operators_host(client_for: Any) -> None:
    assert client_for("reef").get("/signup/init").status_code == 404
