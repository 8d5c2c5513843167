"""
What providers say of calls, put together: late, twice, in any order, by two of them at once.

Who waits for whom: the number of the other side (an advisory lock), then calls by ascending id.
"""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from outfitter.db.locks import atomic
from outfitter.kit import ids, text_lines
from outfitter.plugins.calls.types import CallNotice
from outfitter_tenants.calls import (
    call_announcements,
    call_events,
    callbacks,
    caller_matches,
    phone_numbers,
    queries,
)
from outfitter_tenants.calls.models import Call
from outfitter_tenants.calls.rules import call_state
from outfitter_tenants.calls.rules.call_state import Progress
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.people import queries as people

# Two providers tell of one conversation within this: one passes it on to the other.
SAME_CALL: Final = timedelta(seconds=90)
_MOST: Final = {"caller_name": 160, "source_tag": 120, "recording_url": 2000, "note": 4000}
_LONGEST: Final = 200_000
_MOST_TAGS: Final = 20


class Heard(NamedTuple):
    """A notice with its numbers read, and the number of whoever is not the operator."""

    notice: CallNotice
    caller: str
    called: str

    @property
    def outside(self) -> str:
        """Return the number of whoever is not the operator; empty when it was withheld."""
        return self.caller if self.notice.direction == "inbound" else self.called


def take(*, source: str, notice: CallNotice, at: datetime) -> int:
    """
    Put what a provider says of a call with what is known; returns our id of the call.

    `source` is the provider's slug. The same notice again changes nothing.
    """
    region = phone_numbers.region_here()
    heard = Heard(
        notice,
        phone_numbers.normalized(notice.caller, region=region),
        phone_numbers.normalized(notice.called, region=region),
    )
    with atomic():
        if heard.outside:
            customers.lock_contact_data(keys=[f"call:{heard.outside}"])
        row = _lock_or_make(source, heard, at)
        _follow(row, heard, at)
        callbacks.settle(row, at=at)
        call_announcements.tell(row, at=at)
        row.save()
        call_events.publish_change(row)
    return row.pk


def _lock_or_make(source: str, heard: Heard, at: datetime) -> Call:
    mine = {"provider": source, "provider_call_id": heard.notice.call_id[:120]}
    row = Call.objects.select_for_update().filter(**mine).first()
    if row is not None:
        return row
    # ON CONFLICT DO NOTHING: whoever comes second waits, and finds the row of the first.
    Call.objects.bulk_create([_new(mine, heard)], ignore_conflicts=True)
    return Call.objects.select_for_update().get(**mine)


def _new(mine: Mapping[str, str], heard: Heard) -> Call:
    notice = heard.notice
    twin = _twin(mine["provider"], heard)
    found = caller_matches.find(number=heard.outside)
    return Call(
        **mine,
        hash=ids.public_hash(),
        direction=notice.direction,
        caller_number=heard.caller,
        destination_number=heard.called,
        customer_id=found.only_customer_id,
        part_of_id=twin.pk if twin else None,
        started_at=notice.started_at,
        notice_at=notice.at,
    )


def _twin(source: str, heard: Heard) -> Call | None:
    if not heard.outside:
        return None
    side = "caller_number" if heard.notice.direction == "inbound" else "destination_number"
    span = (heard.notice.started_at - SAME_CALL, heard.notice.started_at + SAME_CALL)
    near = queries.whole().filter(
        **{side: heard.outside}, direction=heard.notice.direction, started_at__range=span
    )
    return near.exclude(provider__in=[source, "manual", "ai"]).order_by("pk").first()


def _follow(row: Call, heard: Heard, at: datetime) -> None:
    notice = heard.notice
    said = Progress(
        started_at=notice.started_at,
        answered_at=notice.answered_at,
        alive_at=notice.at if notice.is_alive else None,
        hung_up_at=notice.ended_at,
        is_over=notice.is_over,
        ending=notice.ending or "",
        duration_s=notice.duration_s or 0,
    )
    write_progress(row, call_state.join(progress_of(row), said))
    row.notice_at = max(row.notice_at, notice.at)
    if row.told.get("is_forgotten"):
        return
    # A number that was withheld at first may be told later; never the other way around.
    row.caller_number = row.caller_number or heard.caller
    row.destination_number = row.destination_number or heard.called
    _take_details(row, notice, at)


def progress_of(row: Call) -> Progress:
    """Return how far a call has come, as it is kept."""
    told = row.told
    return Progress(
        started_at=row.started_at,
        answered_at=row.answered_at,
        alive_at=_instant(told.get("alive_at")),
        hung_up_at=_instant(told.get("hung_up_at")),
        is_over=bool(told.get("is_over")),
        ending=str(told.get("ending", "")),
        duration_s=row.duration_s if told.get("is_timed") else 0,
    )


def write_progress(row: Call, now: Progress) -> None:
    """Put on a call how far it has come; the caller saves it."""
    row.told = {
        **row.told,
        "alive_at": now.alive_at.isoformat() if now.alive_at else None,
        "hung_up_at": now.hung_up_at.isoformat() if now.hung_up_at else None,
        "is_over": now.is_over,
        "ending": now.ending,
        "is_timed": now.duration_s > 0,
    }
    row.started_at, row.answered_at, row.ended_at = now.started_at, now.answered_at, now.ended_at
    row.duration_s = now.seconds
    row.status = now.status(is_inbound=row.direction == "inbound")


def _instant(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _take_details(row: Call, notice: CallNotice, at: datetime) -> None:
    """Put on a call what its provider says beside, as far as it is news; what staff wrote stays."""
    clocks = dict(row.told.get("clocks", {}))
    news = call_state.newer(asdict(notice.details), clocks, notice.at)
    row.told["clocks"] = {**clocks, **dict.fromkeys(news, notice.at.isoformat())}
    tags = news.pop("tags", None)
    if tags is not None:
        after = [text_lines.one_line(str(tag))[:40] for tag in tags][:_MOST_TAGS]  # type: ignore[attr-defined]
        row.tags = call_state.tags_after(row.tags, before=row.provider_tags, after=after)
        row.provider_tags = after
    email = news.pop("agent_email", None)
    if email:
        row.agent_avatar_id = people.find_staff_id(email=str(email)) or row.agent_avatar_id
    if row.note:
        news.pop("note", None)
    if queries.is_past_keeping(row.started_at, at=at):
        for gone in ("recording_url", "transcript"):
            news.pop(gone, None)
    for name, value in news.items():
        clean = str(value).replace("\x00", "").strip()[: _MOST.get(name, _LONGEST)]
        if clean:
            setattr(row, name, clean)
