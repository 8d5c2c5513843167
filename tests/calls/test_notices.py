"""Calls as providers tell of them: late, twice, in any order, two of them at once."""

import itertools
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.live import events
from outfitter.live.stream_grants import channel_of
from outfitter.plugins import outbox
from outfitter.plugins.calls.types import CallDetails, CallNotice
from outfitter_tenants.calls import call_notices
from outfitter_tenants.calls.models import Call, CallNumber, CallSettings
from outfitter_tenants.calls.serializers import call_out
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.trips.operations.drafts import Contact
from tests.calls.support import CALLER, LINE
from tests.support.customers import sell
from tests.support.sales import make_offer

pytestmark = pytest.mark.usefixtures("reef")
SECOND = timedelta(seconds=1)


@pytest.fixture
def start() -> datetime:
    return utc_now() - 30 * SECOND


@pytest.fixture
def screens(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what open screens were told of calls that ring."""
    seen: list[str] = []

    def send(_broker: events.Broker, channel: str, text: str) -> None:
        kind = json.loads(text)["kind"]
        assert channel == channel_of("t_reef")
        if kind == "call.ringing":
            seen.append(kind)

    monkeypatch.setattr(events.Broker, "send", send)
    return seen


def notice(start: datetime, after: int, **more: Any) -> CallNotice:
    given = {
        "call_id": "C1",
        "direction": "inbound",
        "caller": CALLER,
        "called": LINE,
        "started_at": start,
        "at": start + after * SECOND,
        **more,
    }
    return CallNotice(**given)


def rings(start: datetime, **more: Any) -> CallNotice:
    return notice(start, 0, is_alive=True, **more)


def talks(start: datetime, **more: Any) -> CallNotice:
    return notice(start, 5, is_alive=True, answered_at=start + 5 * SECOND, **more)


def over(start: datetime, **more: Any) -> CallNotice:
    return notice(start, 20, is_over=True, ended_at=start + 20 * SECOND, **more)


def take(*said: CallNotice, source: str = "callrail") -> Call:
    for one in said:
        pk = call_notices.take(source=source, notice=one, at=utc_now())
    return Call.objects.get(pk=pk)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what the product was told: an event that nobody wants leaves no row."""
    seen: list[str] = []
    publish = outbox.publish

    def note(name: str, **payload: Any) -> None:
        seen.append(name)
        publish(name, **payload)

    monkeypatch.setattr(outbox, "publish", note)
    return seen


def test_any_order_twice_comes_to_the_same(start):
    said = [rings(start), talks(start), over(start, details=CallDetails(note="x"))]
    ends = set()
    for number, order in enumerate(itertools.permutations(said)):
        mine = [CallNotice(**{**vars_of(one), "call_id": f"C{number}"}) for one in order]
        row = take(*mine, *mine)
        ends.add((row.status, row.answered_at, row.ended_at, row.duration_s, row.note))
    assert ends == {("completed", start + 5 * SECOND, start + 20 * SECOND, 15, "x")}
    assert Call.objects.count() == 6


def vars_of(one: CallNotice) -> dict[str, Any]:
    return {name: getattr(one, name) for name in CallNotice.__slots__}


def test_a_missed_call_waits_and_is_told_once(start, told):
    row = take(rings(start), over(start), over(start))
    assert (row.status, row.callback) == ("missed", "wanted")
    assert told.count("call.missed") == 1


@pytest.mark.parametrize("is_missed_told_last", [False, True])
def test_who_is_called_back_waits_no_longer(start, told, is_missed_told_last):
    missed = [rings(start), over(start)]
    later = start + 60 * SECOND
    back = notice(
        later,
        30,
        call_id="C2",
        direction="outbound",
        caller=LINE,
        called=CALLER,
        is_over=True,
        answered_at=later + SECOND,
        ended_at=later + 20 * SECOND,
    )
    take(*([back, *missed] if is_missed_told_last else [*missed, back]))
    assert Call.objects.get(provider_call_id="C1").callback == "done"
    assert told.count("call.missed") == (0 if is_missed_told_last else 1)


def test_a_call_out_that_nobody_answers_settles_nothing(start):
    take(rings(start), over(start))
    take(over(start, call_id="C2", direction="outbound", caller=LINE, called=CALLER))
    assert Call.objects.get(provider_call_id="C1").callback == "wanted"


def test_answered_after_all(start):
    row = take(over(start))
    assert row.callback == "wanted"
    assert take(talks(start)).callback == "none"


def test_staff_have_the_last_word_on_callbacks(start):
    row = take(over(start))
    Call.objects.filter(pk=row.pk).update(callback="none")
    assert take(notice(start, 25, details=CallDetails(summary="Late"))).callback == "none"


def test_an_anonymous_caller_is_owed_nothing(start):
    row = take(rings(start, caller="Anonymous"), over(start, caller="Restricted"))
    assert (row.caller_number, row.customer_id, row.callback) == ("", None, "none")


def test_a_number_of_any_country(start):
    written = ("+44 20 7946 0000", "0044", "(305) 555-0123", "+49 (0)30 901820", "101", "")
    found = [take(rings(start, call_id=f"C{n}", caller=text)).caller_number for n, text in enumerate(written)]
    assert found == ["+442079460000", "", "+13055550123", "+4930901820", "", ""]


def test_a_call_two_providers_tell_of_is_one(start, told, screens, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        first = take(rings(start))
        second = take(rings(start + 2 * SECOND, call_id="77"), source="dialpad")
        take(over(start))
        take(talks(start + 2 * SECOND, call_id="77"), source="dialpad")
    first.refresh_from_db()
    assert second.part_of_id == first.pk
    assert screens == ["call.ringing"]
    assert told == ["call.ringing", "call.missed", "call.ended"]


def test_a_missed_part_makes_the_whole_wait(start):
    # The tracking number was answered: by the telephone system's voicemail.
    first = take(rings(start), talks(start), over(start))
    take(over(start, call_id="77", ending="voicemail"), source="dialpad")
    first.refresh_from_db()
    assert (first.status, first.callback) == ("completed", "wanted")


def test_a_machine_that_answers_is_nobody(start):
    # The telephone system told first, and its voicemail; the tracking number says answered.
    first = take(over(start, ending="voicemail"), source="dialpad")
    take(rings(start + SECOND, call_id="77"), talks(start + SECOND, call_id="77"))
    first.refresh_from_db()
    assert first.callback == "wanted"


def test_two_calls_of_one_number_are_two(start):
    take(rings(start))
    other = take(rings(start + 300 * SECOND, call_id="77"), source="dialpad")
    assert other.part_of_id is None


class TestScreens:
    @pytest.fixture(autouse=True)
    def committed(self, django_capture_on_commit_callbacks: Any) -> Iterator[None]:
        with django_capture_on_commit_callbacks(execute=True):
            yield

    def test_show_who_it_is_and_their_trips(self, start, screens, django_capture_on_commit_callbacks):
        trip_id = sell(make_offer(), Contact("Ana", "Ruiz", "ana@example.com", CALLER, "ES"))
        CallNumber.objects.create(number=LINE, label="Campaign line")
        with django_capture_on_commit_callbacks(execute=True):
            row = take(rings(start, details=CallDetails(caller_name="A. RUIZ")))
        assert screens == ["call.ringing"]
        shown = call_out(row, may_listen=False)
        assert (shown["destination_label"], shown["caller_name"]) == ("Campaign line", "A. RUIZ")
        (customer,) = shown["customers"]
        assert (customer["name"], customer["is_vip"], row.customer_id) == ("Ana Ruiz", False, customer["id"])
        (trip,) = shown["trips"]
        assert trip["id"] == trip_id

    def test_offer_both_and_assume_nobody(self, start):
        offer = make_offer()
        sell(offer, Contact("Ana", "Ruiz", "ana@example.com", CALLER, "ES"))
        sell(offer, Contact("Bo", "Berg", "bo@example.com", CALLER, "SE"))
        row = take(rings(start))
        shown = call_out(row, may_listen=False)
        assert row.customer_id is None
        assert {one["name"] for one in shown["customers"]} == {"Ana Ruiz", "Bo Berg"}
        assert len(shown["trips"]) == 2

    def test_are_told_once_that_it_rings(self, start, screens, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            take(rings(start), rings(start), talks(start), talks(start), over(start), over(start))
        assert screens == ["call.ringing"]

    def test_are_not_told_of_what_rang_long_ago(self, screens, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            take(rings(utc_now() - timedelta(minutes=10)))
        assert screens == []


class TestDetails:
    def test_follow_the_providers_clock(self, start):
        new = notice(start, 40, details=CallDetails(summary="Right", tags=["lead", "late"]))
        old = notice(start, 30, details=CallDetails(summary="Wrong", tags=["wrong"]))
        row = take(over(start), new, old)
        assert (row.summary, row.tags) == ("Right", ["lead", "late"])

    def test_leave_what_staff_wrote(self, start):
        row = take(over(start, details=CallDetails(tags=["lead"])))
        Call.objects.filter(pk=row.pk).update(note="Ours", tags=["lead", "ours"])
        row = take(notice(start, 50, details=CallDetails(note="Theirs", tags=[])))
        assert (row.note, row.tags) == ("Ours", ["ours"])

    def test_name_who_took_it(self, start):
        owner = UserAvatar.objects.get(role__slug="owner")
        row = take(over(start, details=CallDetails(agent_email=owner.email.upper())))
        assert row.agent_avatar_id == owner.pk

    def test_bring_back_no_recording_that_is_past_keeping(self):
        CallSettings.objects.create(pk=1, recording_days=30)
        long_ago = utc_now() - timedelta(days=31)
        row = take(over(long_ago, details=CallDetails(recording_url="https://x.example/1", note="N")))
        assert (row.recording_url, row.note) == ("", "N")
        assert row.callback == "none"

    def test_hold_no_nul(self, start):
        row = take(over(start, details=CallDetails(summary="a\x00b", caller_name="x" * 500)))
        assert (row.summary, len(row.caller_name)) == ("ab", 160)
