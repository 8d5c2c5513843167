"""What open browsers hear of calls: ids alone, for those who may see calls (docs/adr/0110)."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from django.db import connection

from outfitter.kit.clock import utc_now
from outfitter.live import events
from outfitter.live.stream_grants import StreamGrant, channel_of
from outfitter.plugins.calls.types import CallNotice
from outfitter_tenants.calls import call_notices, operations
from outfitter_tenants.calls.models import Call
from tests.calls.support import CALLER, LINE, make_call

pytestmark = pytest.mark.usefixtures("reef")
Heard = list[tuple[str, dict[str, Any]]]
Commit = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """What was said, by channel."""
    heard: Heard = []

    def send(_broker: events.Broker, channel: str, text: str) -> None:
        heard.append((channel, json.loads(text)))

    monkeypatch.setattr(events.Broker, "send", send)
    return heard


@pytest.fixture
def commit(django_capture_on_commit_callbacks: Any) -> Commit:
    """Say at the end of a block what it would have said when it was committed."""

    @contextmanager
    def block() -> Iterator[None]:
        connection.run_on_commit = []
        with django_capture_on_commit_callbacks(execute=True):
            yield

    return block


def of_calls(said: Heard) -> list[tuple[str, int]]:
    """Return kinds and calls of what was said of calls."""
    return [(event["kind"], event["data"]["call"]) for _, event in said if event["kind"].startswith("call.")]


def test_a_call_that_rings_is_told_to_those_who_may_see_calls(said: Heard, commit: Commit) -> None:
    now = utc_now()
    ringing = CallNotice(
        call_id="C1", direction="inbound", caller=CALLER, called=LINE, started_at=now, at=now, is_alive=True
    )
    with commit():
        call_notices.take(source="callrail", notice=ringing, at=now)
    row = Call.objects.get()
    assert ("call.ringing", row.pk) in of_calls(said)
    assert {channel for channel, _ in said} == {channel_of("t_reef")}
    [event] = [event for _, event in said if event["kind"] == "call.ringing"]
    # Nothing of the caller goes along.
    assert event["data"] == {"call": row.pk}
    desk = StreamGrant("t_reef", 1, 1, frozenset({"call.view"}))
    assert desk.covers(event)
    assert not StreamGrant("t_reef", 1, 1, frozenset({"customer.view"})).covers(event)
    assert not StreamGrant("t_reef", 1, 1, desk.permissions, is_unscoped=False).covers(event)


def test_what_staff_note_is_seen_by_the_others(said: Heard, commit: Commit) -> None:
    row = make_call(callback="wanted")
    with commit():
        operations.save(call_id=row.pk, values={"note": "Two kayaks"}, at=utc_now())
    with commit():
        operations.set_callback(call_id=row.pk, state="done", by=None, at=utc_now())
    assert of_calls(said) == [("call.changed", row.pk)] * 2
    said.clear()
    with commit():
        operations.save(call_id=row.pk, values={"note": "Two kayaks"}, at=utc_now())
    assert said == []
