"""A call as CallRail writes it, in the words of the host."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Any, Final

from outfitter.sdk import CallDetails, CallDirection, CallEnding, CallNotice

# A change is told with the time of the call it changes: it is newer than the call's end all the same.
_AFTER: Final = timedelta(milliseconds=1)
_LONGEST: Final = 100_000


class Moment(Enum):
    """What an address is told of a call."""

    RINGING = "ringing"
    ROUTED = "routed"
    ENDED = "ended"
    MODIFIED = "modified"


def is_call(body: Mapping[str, Any]) -> bool:
    """Return whether this is a call at all: it has an id, a beginning and numbers."""
    has_numbers = "customer_phone_number" in body or "tracking_phone_number" in body
    return bool(_id(body)) and has_numbers and started_in(body) is not None


def _id(body: Mapping[str, Any]) -> str:
    return str(body.get("resource_id") or body.get("id") or "")


def instant(value: object) -> datetime | None:
    """Return an instant as CallRail writes it (ISO 8601 with an offset); None for what is none."""
    try:
        found = datetime.fromisoformat(str(value).replace("UTC", "+00:00"))
    except ValueError:
        return None
    return found.astimezone(UTC) if found.tzinfo else None


def started_in(body: Mapping[str, Any]) -> datetime | None:
    """Return when a call began."""
    names = ("start_time", "created_at", "timestamp")
    return next(filter(None, (instant(body.get(name)) for name in names)), None)


def _seconds(body: Mapping[str, Any]) -> int:
    try:
        return max(0, min(int(float(body.get("duration") or 0)), _LONGEST))
    except (TypeError, ValueError):
        return 0


def ended_in(body: Mapping[str, Any]) -> datetime | None:
    """Return when a call ended, or was told of, whichever is later."""
    started = started_in(body)
    if started is None:
        return None
    told = instant(body.get("timestamp")) or started
    return max(told, started + timedelta(seconds=_seconds(body)))


def notice_payload(body: Mapping[str, Any], moment: Moment) -> dict[str, Any]:
    """Return what is kept of a delivery until it is handled: what `notice_of` reads, and no more."""
    names = (
        "answered",
        "voicemail",
        "call_type",
        "direction",
        "customer_phone_number",
        "customer_name",
        "tracking_phone_number",
        "start_time",
        "created_at",
        "timestamp",
        "duration",
        "recording",
        "transcription",
        "conversational_transcript",
        "call_summary",
        "formatted_tracking_source",
        "source_name",
        "agent_email",
        "note",
        "tags",
    )
    return {"id": _id(body), "moment": moment.value, **{name: body[name] for name in names if name in body}}


def notice_of(call: Mapping[str, Any], moment: Moment, *, at: datetime | None = None) -> CallNotice:
    """Return what CallRail says of a call; `at` for what it says now, else the delivery's own time."""
    started = started_in(call)
    if started is None:
        raise ValueError("a call without a beginning")
    direction: CallDirection = "outbound" if _is_outbound(call) else "inbound"
    theirs, ours = str(call.get("customer_phone_number") or ""), str(call.get("tracking_phone_number") or "")
    caller, called = (theirs, ours) if direction == "inbound" else (ours, theirs)
    details = _details(call, direction)
    if moment in {Moment.RINGING, Moment.ROUTED}:
        return CallNotice(
            call_id=_id(call),
            at=at or instant(call.get("timestamp")) or started,
            direction=direction,
            caller=caller,
            called=called,
            started_at=started,
            is_alive=True,
            details=details,
        )
    seconds, end = _seconds(call), ended_in(call) or started
    is_answered = bool(call.get("answered")) and not call.get("voicemail")
    return CallNotice(
        call_id=_id(call),
        at=at or (end + _AFTER if moment is Moment.MODIFIED else end),
        direction=direction,
        caller=caller,
        called=called,
        started_at=started,
        is_over=True,
        # CallRail does not say when somebody answered, and counts from the first ring.
        answered_at=started if is_answered else None,
        ended_at=started + timedelta(seconds=seconds),
        ending=None if is_answered else _ending(call),
        duration_s=seconds,
        details=details,
    )


def _is_outbound(call: Mapping[str, Any]) -> bool:
    return call.get("direction") == "outbound" or call.get("call_type") == "outbound"


def _ending(call: Mapping[str, Any]) -> CallEnding:
    return "voicemail" if call.get("voicemail") else "missed"


def _details(call: Mapping[str, Any], direction: str) -> CallDetails:
    tags = call.get("tags")
    return CallDetails(
        caller_name=_text(call, "customer_name") if direction == "inbound" else None,
        agent_email=_text(call, "agent_email"),
        recording_url=_text(call, "recording"),
        transcript=_text(call, "transcription") or _text(call, "conversational_transcript"),
        summary=_text(call, "call_summary"),
        source_tag=_text(call, "formatted_tracking_source") or _text(call, "source_name"),
        note=_text(call, "note"),
        tags=[name for name in map(_tag, tags) if name] if isinstance(tags, list) else None,
    )


def _text(call: Mapping[str, Any], name: str) -> str | None:
    found = call.get(name)
    return found if isinstance(found, str) and found.strip() else None


def _tag(one: object) -> str:
    return str(one.get("name") or "") if isinstance(one, Mapping) else str(one or "")
