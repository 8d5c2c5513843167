"""Recordings: heard through us alone, by who may, for as long as they are kept."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.outbound import client as outbound
from outfitter.outbound.client import Call as Asked
from outfitter.outbound.client import Reply
from outfitter.plugins import configs
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.calls import recordings
from outfitter_tenants.calls.models import CallSettings
from outfitter_tenants.calls.recordings import Span
from tests.calls.support import make_call
from tests.plugins.callrail.conftest import SETTINGS
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague, make_role

URL = "https://app.callrail.com/calls/1/recording/redirect?access_key=a"
SOUND = bytes(range(256)) * 20
WAV = {"content-type": "audio/mpeg"}


class Line:
    """The network, with a recording at its end."""

    def __init__(self, *replies: Reply) -> None:
        self.replies, self.asked = list(replies), list[Asked]()

    def __call__(self, call: Asked) -> Reply:
        self.asked.append(call)
        return self.replies[min(len(self.asked), len(self.replies)) - 1]


@pytest.fixture
def staff(reef: Any, client_for: Any) -> Any:
    configs.enable(schema_name=reef.schema_name, slug="callrail", values=SETTINGS)
    return owner_of(client_for)


def hear(staff: Any, line: Line, call_id: int, **headers: str) -> Any:
    with outbound.through(line):
        return staff.get(f"/api/call/{call_id}/recording", headers=headers)


def test_whole_with_a_line_in_the_log(staff):
    made = make_call(recording_url=URL)
    answer = hear(staff, Line(Reply(200, WAV, SOUND)), made.pk)
    assert (answer.status_code, answer.content, answer["Content-Type"]) == (200, SOUND, "audio/mpeg")
    assert (answer["Accept-Ranges"], answer["Cache-Control"]) == ("bytes", "private, no-store")
    assert AuditLog.objects.get(action="call.heard").entity_id == made.pk


@pytest.mark.parametrize("knows_parts", [True, False])
def test_in_parts_as_players_ask(staff, knows_parts):
    made = make_call(recording_url=URL)
    told = {**WAV, "content-range": f"bytes 100-199/{len(SOUND)}"}
    line = Line(Reply(206, told, SOUND[100:200]) if knows_parts else Reply(200, WAV, SOUND))
    answer = hear(staff, line, made.pk, Range="bytes=100-199")
    assert (answer.status_code, answer.content) == (206, SOUND[100:200])
    assert answer["Content-Range"] == f"bytes 100-199/{len(SOUND)}"
    assert line.asked[0].headers["Range"] == "bytes=100-199"
    # Who listens is noted where it begins.
    assert not AuditLog.objects.filter(action="call.heard").exists()


@pytest.mark.parametrize(
    ("header", "span"),
    [
        ("bytes=0-", Span(0)),
        ("bytes=5-9", Span(5, 9)),
        ("bytes=-5", None),
        ("bytes=0-1,4-5", None),
        ("items=1-2", None),
        ("", None),
    ],
)
def test_what_a_player_may_ask(header, span):
    assert recordings.span_of(header) == span


def test_no_more_than_a_part_at_a_time():
    assert recordings._last(Span(10)) == 10 + recordings.PART_BYTES - 1
    assert recordings._last(Span(0, 10**9)) == recordings.PART_BYTES - 1


def test_redirects_are_followed_without_keys(staff):
    made = make_call(recording_url=URL, provider="dialpad")
    configs.enable(schema_name="t_reef", slug="dialpad", values={"secret": "x" * 32, "api_key": "the-key"})
    made.recording_url = "https://dialpad.com/r/1"
    made.save()
    line = Line(
        Reply(302, {"location": "/r/2"}, b""),
        Reply(302, {"location": "https://storage.example/1.mp3?signed"}, b""),
        Reply(200, WAV, SOUND),
    )
    assert hear(staff, line, made.pk).content == SOUND
    keys = [one.headers.get("Authorization") for one in line.asked]
    assert keys == ["Bearer the-key", "Bearer the-key", None]


def test_an_end_of_redirects(staff):
    made = make_call(recording_url=URL)
    line = Line(Reply(302, {"location": URL}, b""))
    assert_error(hear(staff, line, made.pk), 502, "recording_unavailable")
    assert len(line.asked) == 4


@pytest.mark.parametrize("url", ["https://evil.example/1.mp3", "http://app.callrail.com/1", "file:///etc"])
def test_another_address_is_never_called(staff, url):
    line = Line(Reply(200, WAV, SOUND))
    assert_error(hear(staff, line, make_call(recording_url=url).pk), 404, "not_found")
    assert line.asked == []


@pytest.mark.parametrize(("status", "answer"), [(404, 404), (410, 404), (500, 502), (403, 502)])
def test_a_provider_that_has_nothing(staff, status, answer):
    made = make_call(recording_url=URL)
    assert hear(staff, Line(Reply(status, {}, b"")), made.pk).status_code == answer


def test_what_is_no_sound_is_no_page(staff):
    made = make_call(recording_url=URL)
    answer = hear(staff, Line(Reply(200, {"content-type": "text/html"}, b"<script>")), made.pk)
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_not_there_or_no_longer_kept(staff, reef):
    line = Line(Reply(200, WAV, SOUND))
    assert_error(hear(staff, line, 999_999), 404, "not_found")
    assert_error(hear(staff, line, make_call().pk), 404, "not_found")
    CallSettings.objects.create(pk=1, recording_days=30)
    old = make_call(recording_url=URL, ago=timedelta(days=31))
    assert_error(hear(staff, line, old.pk), 404, "not_found")
    configs.disable(schema_name=reef.schema_name, slug="callrail")
    assert_error(hear(staff, line, make_call(recording_url=URL).pk), 404, "not_found")
    assert line.asked == []


def test_who_may_see_calls_may_not_listen(staff, client_for):
    made = make_call(recording_url=URL)
    desk = browser_of(client_for, make_colleague("Mo", role=make_role("desk", "call.view")))
    assert_error(hear(desk, Line(Reply(200, WAV, SOUND)), made.pk), 403, "forbidden")


def test_another_operators_call_is_not_there(staff, client_for):
    made = make_call(recording_url=URL)
    stranger = owner_of(client_for, "peak")
    assert_error(hear(stranger, Line(Reply(200, WAV, SOUND)), made.pk), 404, "not_found")
