"""Passwords, one-time codes, accounts of a person, limits."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import hashers
from tests.support.database import PASSWORD, PEAK, REEF

from outfitter.accounts import operations, queries
from outfitter.accounts.models import Account, Membership, OneTimeCode, User
from outfitter.api import rate_limits
from outfitter.kit.errors import Invalid

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)


def _rita() -> User:
    return User.objects.get(email=REEF.owner_email)


def test_the_right_password_whatever_the_case_of_the_address() -> None:
    found = operations.authenticate(email=f"  {REEF.owner_email.upper()}", password=PASSWORD)
    assert found == _rita()


@pytest.mark.parametrize(
    ("email", "password"),
    [
        (REEF.owner_email, "wrong"),
        (REEF.owner_email, ""),
        (REEF.owner_email, PASSWORD + "x" * 300),
        ("nobody@reef.example", PASSWORD),
        ("", ""),
    ],
)
def test_whatever_is_wrong_the_answer_is_the_same(email: str, password: str) -> None:
    with pytest.raises(operations.InvalidCredentials) as refused:
        operations.authenticate(email=email, password=password)
    assert str(refused.value) == "Wrong email address or password."


def test_a_person_who_was_switched_off_cannot_sign_in() -> None:
    User.objects.filter(email=REEF.owner_email).update(is_active=False)
    with pytest.raises(operations.InvalidCredentials):
        operations.authenticate(email=REEF.owner_email, password=PASSWORD)


def test_an_unknown_address_costs_one_hash_too(monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[str] = []
    original = hashers.get_hasher("default").encode

    def counted(_self: Any, password: str, salt: str, *args: Any, **kwargs: Any) -> str:
        hashed.append(password)
        return original(password, salt, *args, **kwargs)

    monkeypatch.setattr(type(hashers.get_hasher("default")), "encode", counted)
    for email in (REEF.owner_email, "nobody@reef.example"):
        with pytest.raises(operations.InvalidCredentials):
            operations.authenticate(email=email, password="wrong")
    assert hashed == ["wrong", "wrong"]


@pytest.mark.parametrize(
    "password",
    ["short", "1234567890123", "password123", "rita", "Rita-Owner-Rita!"[:4] + "123456", "x" * 201],
)
def test_passwords_that_are_refused(password: str) -> None:
    user = User(email="rita@reef.example", first_name="Rita", last_name="Owner")
    with pytest.raises(Invalid) as refused:
        operations.check_password_rules(password=password, user=user)
    assert list(refused.value.detail["fields"]) == ["password"]  # type: ignore[call-overload]


def test_one_login_per_address() -> None:
    with pytest.raises(Invalid) as refused:
        operations.create_user(
            email=REEF.owner_email.upper(), password=PASSWORD, first_name="R", last_name="O", at=NOW
        )
    assert "email" in refused.value.detail["fields"]  # type: ignore[operator]


def test_a_one_time_code_opens_one_host_once() -> None:
    code = operations.issue_one_time_code(user=_rita(), schema_name="t_reef", at=NOW)
    assert code not in OneTimeCode.objects.get().code_hash
    with pytest.raises(operations.CodeInvalid):
        operations.redeem_one_time_code(code=code, schema_name="t_peak", at=NOW)
    redeemed = operations.redeem_one_time_code(code=code, schema_name="t_reef", at=NOW)
    assert redeemed == operations.TicketHolder(_rita(), is_second_factor=False, is_remembered=False)
    with pytest.raises(operations.CodeInvalid):
        operations.redeem_one_time_code(code=code, schema_name="t_reef", at=NOW)


@pytest.mark.parametrize(("seconds", "works"), [(59, True), (60, False), (3600, False)])
def test_a_one_time_code_lives_sixty_seconds(seconds: int, works: bool) -> None:
    code = operations.issue_one_time_code(user=_rita(), schema_name="t_reef", at=NOW)
    at = NOW + timedelta(seconds=seconds)
    if works:
        operations.redeem_one_time_code(code=code, schema_name="t_reef", at=at)
    else:
        with pytest.raises(operations.CodeInvalid):
            operations.redeem_one_time_code(code=code, schema_name="t_reef", at=at)


def test_old_codes_are_swept_and_unknown_ones_open_nothing() -> None:
    operations.issue_one_time_code(user=_rita(), schema_name="t_reef", at=NOW)
    operations.issue_one_time_code(user=_rita(), schema_name="t_reef", at=NOW + timedelta(days=2))
    operations.forget_old(at=NOW + timedelta(days=2))
    assert OneTimeCode.objects.count() == 1
    with pytest.raises(operations.CodeInvalid):
        operations.redeem_one_time_code(code="nothing", schema_name="t_reef", at=NOW)


def test_the_operators_of_a_person() -> None:
    peak = Account.objects.get(slug=PEAK.slug)
    operations.add_membership(user=_rita(), account=peak, avatar_id=7)
    operations.add_membership(user=_rita(), account=peak, avatar_id=8)
    rows = queries.list_accounts_of_user(user_id=_rita().pk)
    assert [row.slug for row in rows] == ["peak", "reef"]
    assert rows[0].url == "http://peak.localhost:8000/"
    Membership.objects.filter(account=peak).update(is_active=False)
    assert len(queries.list_accounts_of_user(user_id=_rita().pk)) == 1
    Account.objects.filter(slug="reef").update(is_ready=False)
    assert queries.list_accounts_of_user(user_id=_rita().pk) == []


def test_what_plugins_know_of_an_operator() -> None:
    queries.forget_facts("t_peak")
    assert queries.facts_of_schema("t_peak") == {
        "name": "Peak Paths",
        "base_url": "http://peak.localhost:8000",
        "locale": "en-IN",
        "currency": "INR",
        "time_zone": "Asia/Kolkata",
    }
    with pytest.raises(LookupError):
        queries.facts_of_schema("t_nobody")


def test_a_slug_is_taken_once_and_keeps_its_look() -> None:
    with pytest.raises(operations.SlugTaken):
        operations.create_account(
            slug="reef", name="Another", country="US", currency="USD", time_zone="UTC", locale="en", at=NOW
        )
    assert queries.slug_conflict(slug="reef", at=NOW) == "taken"
    assert queries.slug_conflict(slug="re-ef", at=NOW) == "look_alike"
    assert queries.slug_conflict(slug="wreck", at=NOW) is None
    operations.release_slug(slug="wreck", at=NOW)
    assert queries.slug_conflict(slug="wreck", at=NOW + timedelta(days=364)) == "taken"
    assert queries.slug_conflict(slug="wreck", at=NOW + timedelta(days=365)) is None


def test_a_limit_counts_in_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1_000_000.0]
    monkeypatch.setattr(rate_limits.time, "time", lambda: clock[0])
    for _ in range(3):
        rate_limits.limit("door", 3, 60)
    with pytest.raises(rate_limits.RateLimited) as refused:
        rate_limits.limit("door", 3, 60)
    assert refused.value.detail == {"retry_after": 20}
    rate_limits.limit("window", 3, 60)
    clock[0] += 20
    rate_limits.limit("door", 3, 60)
    for _ in range(50):
        rate_limits.limit("open", 0, 60)
