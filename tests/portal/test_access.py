"""Customers who lost their link get back in by a code, and nobody else does."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter_tenants.customers.models import AccessCode
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.trips.models import Trip
from tests.support.sales import Offer
from tests.support.sold_trips import sell

ANA = "ana@example.com"
SEND, VERIFY = "/api/customerPortal/code/send", "/api/customerPortal/code/verify"


@pytest.fixture
def visitor(client_for: Any, offer: Offer) -> Client:
    """Somebody without a link, at an operator with whom Ana booked."""
    found: Client = client_for("reef")
    return found


@pytest.fixture
def booked(offer: Offer) -> Trip:
    return Trip.objects.get(pk=sell(offer))


def send(visitor: Client, email: str = ANA) -> Any:
    return visitor.post(SEND, {"email": email}, content_type="application/json")


def verify(visitor: Client, code: str, email: str = ANA) -> Any:
    return visitor.post(VERIFY, {"email": email, "code": code}, content_type="application/json")


def mailed() -> str:
    mail = Message.objects.filter(category="access_code").latest("id")
    found = re.search(r"^\d{6}$", mail.body_text, re.MULTILINE)
    assert found is not None, mail.body_text
    assert found[0] in mail.subject
    return found[0]


def test_a_code_leads_to_the_trips(visitor: Client, booked: Trip) -> None:
    answer = send(visitor, "Ana@Example.com")
    assert (answer.status_code, answer.json()) == (200, {"expires_in_seconds": 600})
    assert Message.objects.get(category="access_code").to == ANA

    [found] = verify(visitor, mailed()).json()["trips"]

    assert (found["hash"], found["confirmation_code"]) == (booked.hash, booked.confirmation_code)
    assert (found["title"], found["status"]) == ("Kayak", "reserved")
    assert visitor.get(f"/api/customerPortal/{found['hash']}/init/0").status_code == 200


def test_a_code_works_once(visitor: Client, booked: Trip) -> None:
    send(visitor)
    code = mailed()
    assert verify(visitor, code).status_code == 200

    answer = verify(visitor, code)

    assert (answer.status_code, answer.json()["code"]) == (422, "code_wrong")


def test_the_answer_is_the_same_for_who_booked_nothing(visitor: Client, booked: Trip) -> None:
    known, unknown = send(visitor), send(visitor, "nobody@example.com")

    assert (known.status_code, known.json()) == (unknown.status_code, unknown.json())
    assert [one.to for one in Message.objects.filter(category="access_code")] == [ANA]
    assert verify(visitor, "000000", "nobody@example.com").json()["code"] == "code_wrong"


def test_a_cart_is_no_booking(visitor: Client, booked: Trip) -> None:
    Trip.objects.filter(pk=booked.pk).update(status="draft")

    send(visitor)

    assert not Message.objects.filter(category="access_code").exists()


def test_only_the_last_code_counts(visitor: Client, booked: Trip) -> None:
    send(visitor)
    first = mailed()
    send(visitor)
    second = mailed()

    if first != second:
        assert verify(visitor, first).status_code == 422
    assert verify(visitor, second).status_code == 200


def test_five_wrong_tries_are_enough(visitor: Client, booked: Trip) -> None:
    send(visitor)
    code = mailed()
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"

    for _ in range(5):
        assert verify(visitor, wrong).json()["code"] == "code_wrong"

    assert verify(visitor, code).json()["code"] == "code_wrong"


def test_after_ten_minutes_it_is_too_late(visitor: Client, booked: Trip) -> None:
    send(visitor)
    AccessCode.objects.update(expires_at=utc_now() - timedelta(seconds=1))

    assert verify(visitor, mailed()).json()["code"] == "code_wrong"


def test_somebody_elses_code(visitor: Client, booked: Trip) -> None:
    send(visitor)

    assert verify(visitor, mailed(), "eve@example.com").json()["code"] == "code_wrong"


def test_asking_and_guessing_are_slowed(visitor: Client, booked: Trip) -> None:
    asked = [send(visitor).status_code for _ in range(4)]
    tried = [verify(visitor, "000000", "eve@example.com").status_code for _ in range(16)]

    assert asked == [200, 200, 200, 429]
    assert set(tried[:15]) == {422}
    assert tried[15] == 429


def test_the_code_is_kept_as_a_hash(visitor: Client, booked: Trip) -> None:
    send(visitor)

    row = AccessCode.objects.get()
    assert mailed() not in row.code_hash
    assert len(row.code_hash) == 64


@pytest.mark.parametrize("code", ["12345", "abcdef", ""])
def test_what_is_no_code(visitor: Client, code: str) -> None:
    answer = verify(visitor, code)

    assert (answer.status_code, answer.json()["code"]) == (422, "validation_failed")
