"""The stream of events: who may listen, what is said to whom, and when it ends (docs/adr/0110)."""

import json
from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from outfitter.accounts import hosts, sessions
from outfitter.accounts.models import Account
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.live import events
from outfitter.live.events import Audience
from outfitter.live.stream_grants import HANDOVER, channel_of
from outfitter_tenants.messaging.conversations import inbox_changes
from outfitter_tenants.messaging.models import Conversation
from outfitter_tenants.notifications import operations as notifications
from outfitter_tenants.people.models import Role, UserAvatar
from tests.inbox import support as inbox
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.tenant_clients import make_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def said(monkeypatch):
    """What was said, by channel."""
    heard = []

    def send(_broker, channel, text):
        heard.append((channel, json.loads(text)))

    monkeypatch.setattr(events.Broker, "send", send)
    return heard


@pytest.fixture
def commit(django_capture_on_commit_callbacks):
    """Say at the end of a block what it would have said when it was committed."""

    @contextmanager
    def block():
        # What was said stays in the test's own transaction, where it would count as waiting.
        connection.run_on_commit = []
        with django_capture_on_commit_callbacks(execute=True):
            yield

    return block


@transaction.atomic
def publish_and_fail():
    """Say something in a part of a transaction that is undone."""
    events.publish("inbox.changed", Audience(), conversation=1)
    raise ZeroDivisionError


def ask(client, **headers):
    """Ask for a stream at a server that can; returns the answer and what was handed over."""
    taken = []
    answer = client.get("/api/live/stream", **{HANDOVER: taken.append}, **headers)
    return answer, taken


class TestWhoMayListen:
    def test_a_person_is_recognized_once(self, reef):
        person = UserAvatar.objects.get(email=database.REEF.owner_email)
        answer, [grant] = ask(owner_of(make_client), HTTP_LAST_EVENT_ID="41")
        assert answer.status_code == 200
        assert answer["Content-Type"] == "text/event-stream"
        assert (answer["X-Accel-Buffering"], answer["Cache-Control"]) == ("no", "no-store")
        assert (grant.schema_name, grant.avatar_id, grant.heard_id) == (reef.schema_name, person.pk, 41)
        assert "crm.send" in grant.permissions
        assert grant.is_unscoped
        assert grant.session_id

    @pytest.mark.parametrize("said_id", ["-1", "x", "9" * 30, "٣"])
    def test_an_id_that_is_none_counts_as_none(self, reef, said_id):
        _, [grant] = ask(owner_of(make_client), HTTP_LAST_EVENT_ID=said_id)
        assert grant.heard_id == 0

    def test_a_role_that_sees_some_bookings(self, reef):
        role = Role.objects.create(slug="one", name="One", permissions=["crm.send"], scope="assigned")
        UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)
        _, [grant] = ask(owner_of(make_client))
        assert not grant.covers({"permission": "crm.send", "is_unscoped": True})

    def test_strangers_and_stopped_operators(self, reef):
        answer, taken = ask(make_client("reef"))
        assert_error(answer, 401, "unauthenticated")
        client = owner_of(make_client)
        Account.objects.filter(pk=reef.pk).update(status="suspended")
        hosts.forget()
        answer, more = ask(client)
        assert_error(answer, 403, "account_suspended")
        assert taken + more == []

    def test_a_server_that_cannot_stream_says_so(self, reef):
        assert_error(owner_of(make_client).get("/api/live/stream"), 409, "stream_unavailable")
        # No header opens the way.
        headers = {"HTTP_OUTFITTER_STREAM": "1", "HTTP_OUTFITTER.STREAM": "1"}
        assert_error(owner_of(make_client).get("/api/live/stream", **headers), 409, "stream_unavailable")


class TestWhatIsSaid:
    def test_after_the_commit_and_never_of_what_was_undone(self, reef, said, commit):
        with commit():
            with pytest.raises(ZeroDivisionError):
                publish_and_fail()
            for _ in range(3):
                events.publish("inbox.changed", Audience(permission="crm.send"), conversation=2)
            assert said == []
        [(channel, event)] = said
        assert channel == channel_of(reef.schema_name)
        assert (event["kind"], event["data"]) == ("inbox.changed", {"conversation": 2})

    def test_of_a_notification_to_whom_it_is_shown(self, reef, said, commit):
        person = UserAvatar.objects.get(email=database.REEF.owner_email)
        occasion = notifications.NotificationEvent("test", "1", {})
        with commit():
            notifications.notify(occasion, avatar_ids=[person.pk], at=utc_now())
            # A second delivery tells nobody anything.
            notifications.notify(occasion, avatar_ids=[person.pk], at=utc_now())
        [(_, event)] = said
        assert (event["kind"], event["avatar_ids"], event["data"]) == ("notification.new", [person.pk], {})
        with commit():
            notifications.mark_read(avatar_id=person.pk, ids=None, at=utc_now())
            notifications.mark_read(avatar_id=person.pk, ids=None, at=utc_now())
        assert len(said) == 2

    def test_of_the_inbox(self, reef, said, commit):
        with commit():
            inbox.ask(inbox.make_trip())
        row = Conversation.objects.get().pk
        with commit():
            # Read twice is one change.
            inbox_changes.mark_read(conversation_id=row, at=utc_now())
            inbox_changes.mark_read(conversation_id=row, at=utc_now())
        [_, (_, event)] = [one for one in said if one[1]["kind"] == "inbox.changed"]
        assert (event["permission"], event["is_unscoped"]) == ("crm.send", True)
        assert event["data"] == {"conversation": row}

    def test_of_a_session_that_ended(self, reef, said, commit):
        client = owner_of(make_client)
        _, [grant] = ask(client)
        with in_schema("public"), commit():
            row = sessions.get(session_id=grant.session_id)
            sessions.end_sessions(user_id=row.user_id, at=utc_now(), reason="disabled")
        [(_, event)] = [one for one in said if one[0] == channel_of(reef.schema_name)]
        assert event["kind"] == "stream.end"
        assert grant.session_id in event["data"]["session_ids"]

    def test_a_broker_that_is_away_stops_nothing(self, reef, settings, monkeypatch):
        settings.LIVE_URL = "redis://127.0.0.1:1"
        broker = events.Broker()
        broker.send("of:live:x", "{}")
        # For a while nobody tries again.
        monkeypatch.setattr(broker, "_connected", lambda: pytest.fail("asked again"))
        broker.send("of:live:x", "{}")
        assert connection.schema_name == reef.schema_name
