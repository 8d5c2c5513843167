"""WhatsApp in the inbox: the same conversation, answered the way it came, within a day."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.messaging.models import Conversation, Message
from tests.inbox.support import connect_whatsapp, make_trip, text
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def staff(client_for: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    connect_whatsapp(monkeypatch)
    return owner_of(client_for)


def answer(client: Any, row: Conversation, **more: Any) -> Any:
    body = {"body": "At the pier.", **more}
    return client.post(f"/api/conversation/{row.pk}/answer", body, content_type="application/json")


def ways(client: Any, row: Conversation) -> tuple[str, dict[str, str]]:
    found = client.get(f"/api/conversation/{row.pk}/get").json()
    return found["default_channel"], {one["channel"]: one["reason"] for one in found["ways"]}


def test_both_ways_are_one_conversation_and_the_answer_goes_as_they_wrote(staff):
    make_trip()
    text("Is lunch included?")
    text("And drinks?", channel="whatsapp")
    [row] = Conversation.objects.all()
    assert (row.last_channel, row.unread_cnt) == ("whatsapp", 2)
    assert ways(staff, row) == ("whatsapp", {"email": "", "sms": "", "whatsapp": ""})

    assert answer(staff, row).status_code == 200
    said = Message.objects.get(category="answer")
    assert (said.channel, said.segment_cnt, said.status) == ("whatsapp", 0, "queued")

    text("Thanks!")
    assert answer(staff, row).status_code == 200
    assert Message.objects.filter(category="answer", channel="sms").count() == 1


def test_a_day_later_whatsapp_is_closed(staff):
    make_trip()
    text("And drinks?", channel="whatsapp", at=utc_now() - timedelta(hours=25))
    [row] = Conversation.objects.all()
    default, reasons = ways(staff, row)
    assert (default, reasons["whatsapp"], reasons["sms"]) == ("sms", "window_closed", "")

    assert_error(answer(staff, row, channel="whatsapp"), 409, "whatsapp_window_closed")
    assert not Message.objects.filter(category="answer").exists()
    assert answer(staff, row).status_code == 200
    assert Message.objects.get(category="answer").channel == "sms"


def test_off_it_is_not_offered(client_for):
    make_trip()
    text("And drinks?", channel="whatsapp")
    [row] = Conversation.objects.all()
    default, reasons = ways(owner_of(client_for), row)
    assert (default, reasons["whatsapp"]) == ("email", "not_connected")
    assert_error(answer(owner_of(client_for), row, channel="whatsapp"), 409, "sms_not_connected")
