"""The messages of a trip at the edge."""

from datetime import UTC, datetime

import pytest

from outfitter.kit.errors import NotFound
from outfitter_tenants.messaging import letters, trip_port
from outfitter_tenants.messaging.mails import confirmation
from tests.messaging.support import operator, payload
from tests.support.database import PASSWORD

AT = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)
URL = "/api/messages/trip/{}/get"


@pytest.fixture(autouse=True)
def trips(monkeypatch):
    def find(key, _caller):
        if key not in {"41", "AbC123xyz"}:
            raise NotFound("Trip not found.")
        return 41

    monkeypatch.setattr(trip_port, "find_trip_id", find)


@pytest.fixture
def staff(reef, client_for):
    client = client_for("reef")
    login = {"email": "rita@reef.example", "password": PASSWORD}
    assert client.post("/api/login", login, content_type="application/json").status_code == 200
    return client


@pytest.mark.parametrize("key", ["41", "AbC123xyz"])
def test_staff_read_a_trips_messages_by_number_or_hash(staff, key):
    data = confirmation.from_payload(payload())
    letters.queue_confirmation(data=data, operator=operator(), at=AT)

    (message,) = staff.get(URL.format(key)).json()

    assert (message["category"], message["status"]) == ("confirmation", "queued")
    assert message["attachment_names"] == ["invite.ics"]
    assert message["body_text"].startswith("You’re booked, Ana!")
    assert "body_html" not in message


def test_a_trip_without_messages_has_an_empty_list(staff):
    assert staff.get(URL.format("41")).json() == []


@pytest.mark.parametrize("key", ["40", "nobody", "9" * 30, "9" * 41])
def test_a_trip_of_nobody_is_a_404(staff, key):
    answer = staff.get(URL.format(key))

    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


def test_the_public_may_not_read_messages(reef, client_for):
    answer = client_for("reef").get(URL.format("41"))

    assert answer.status_code == 401
    assert answer.json()["code"] == "unauthenticated"
