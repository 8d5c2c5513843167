"""An event of a call as Dialpad writes it, in the words of the host. Its clock counts milliseconds."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from outfitter.sdk import CallDetails, CallDirection, CallEnding, CallNotice

# In these a call rings, or somebody talks in it.
ALIVE: Final = frozenset(
    {"ringing", "calling", "preanswer", "queued", "connected", "hold", "parked", "merged", "takeover"}
)
ENDED: Final = frozenset({"hangup", "missed", "voicemail", "postcall", "blocked"})
# After these there is more to know of a call that has ended.
TOLD_LATER: Final = frozenset(
    {
        "recording",
        "admin_recording",
        "voicemail_uploaded",
        "transcription",
        "call_transcription",
        "recap_summary",
        "dispositions",
        "csat",
    }
)
_KEPT: Final = (
    "call_id",
    "state",
    "direction",
    "external_number",
    "internal_number",
    "selected_caller_id",
    "date_started",
    "date_rang",
    "date_connected",
    "date_ended",
    "talk_time",
    "duration",
    "event_timestamp",
    "entry_point_call_id",
    "master_call_id",
    "labels",
    "voicemail_link",
    "transcription_text",
    "recap_summary",
)
_FIRST_MS: Final = 946_684_800_000
_LAST_MS: Final = 4_102_444_800_000


def instant(value: object) -> datetime | None:
    """Return an instant from Dialpad's milliseconds; None for what is none."""
    try:
        milliseconds = float(str(value))
    except ValueError:
        return None
    if not _FIRST_MS <= milliseconds <= _LAST_MS:
        return None
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def happened_at(event: Mapping[str, Any]) -> datetime | None:
    """Return when an event happened by Dialpad's clock."""
    return instant(event.get("event_timestamp")) or instant(event.get("date_ended")) or _started(event)


def _started(event: Mapping[str, Any]) -> datetime | None:
    return instant(event.get("date_started")) or instant(event.get("date_rang"))


def is_call(event: Mapping[str, Any]) -> bool:
    """Return whether an event is of a call, whatever its state."""
    is_named = isinstance(event.get("call_id"), int | str) and bool(event["call_id"])
    return is_named and event.get("direction") in {"inbound", "outbound"}


def notice_payload(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is kept of an event until it is handled: what `notice_of` reads, and no more."""
    found = {name: event[name] for name in _KEPT if event.get(name) is not None}
    for name in ("contact", "target", "entry_point_target"):
        one = event.get(name)
        if isinstance(one, Mapping):
            found[name] = {key: one[key] for key in ("type", "name", "email", "phone") if one.get(key)}
    rows = event.get("recording_details")
    urls = [one.get("url") for one in rows if isinstance(one, Mapping)] if isinstance(rows, list) else []
    found["recordings"] = [url for url in urls if isinstance(url, str)][:1]
    return found


def notice_of(event: Mapping[str, Any], *, at: datetime | None = None) -> CallNotice | None:
    """
    Return what an event says of a call; None for a state that says nothing to us.

    `at` is for what Dialpad says now, when it was asked; else the event's own time counts.
    """
    state = str(event.get("state", ""))
    moment = at or happened_at(event)
    if moment is None or state not in ALIVE | ENDED | TOLD_LATER:
        return None
    direction: CallDirection = "outbound" if event["direction"] == "outbound" else "inbound"
    caller, called = _numbers(event, direction)
    is_voicemail = state in {"voicemail", "voicemail_uploaded"} or bool(event.get("voicemail_link"))
    is_alive = state in ALIVE
    ended = instant(event.get("date_ended")) or (happened_at(event) if state in ENDED else None)
    return CallNotice(
        call_id=_conversation(event),
        at=moment,
        direction=direction,
        caller=caller,
        called=called,
        started_at=_started(event) or moment,
        is_alive=is_alive,
        is_over=state in {"hangup", "postcall"} and _is_whole(event),
        answered_at=None if is_voicemail else _answered(event, state),
        ended_at=None if is_alive else ended,
        ending=_ending(state, is_voicemail=is_voicemail),
        duration_s=_seconds(event),
        details=_details(event, direction),
    )


def _conversation(event: Mapping[str, Any]) -> str:
    """Return what the legs of one conversation share."""
    return str(event.get("entry_point_call_id") or event.get("master_call_id") or event["call_id"])


def _is_whole(event: Mapping[str, Any]) -> bool:
    return _conversation(event) == str(event["call_id"])


def _numbers(event: Mapping[str, Any], direction: CallDirection) -> tuple[str, str]:
    theirs = str(event.get("external_number") or "")
    line = event.get("entry_point_target") or {}
    ours = str(line.get("phone") or event.get("internal_number") or "")
    if direction == "inbound":
        return theirs, ours
    return str(event.get("selected_caller_id") or event.get("internal_number") or ""), theirs


def _answered(event: Mapping[str, Any], state: str) -> datetime | None:
    return instant(event.get("date_connected")) or (happened_at(event) if state == "connected" else None)


def _ending(state: str, *, is_voicemail: bool) -> CallEnding | None:
    if is_voicemail:
        return "voicemail"
    return {"missed": "missed", "blocked": "failed"}.get(state)  # type: ignore[return-value]


def _seconds(event: Mapping[str, Any]) -> int | None:
    """Return how long was spoken, in seconds; None while nobody knows."""
    for name in ("talk_time", "duration"):
        try:
            milliseconds = float(event.get(name) or 0)
        except (TypeError, ValueError):
            continue
        if 0 < milliseconds < 1e9:
            return round(milliseconds / 1000)
    return None


def _details(event: Mapping[str, Any], direction: CallDirection) -> CallDetails:
    contact, target, line = (event.get(name) or {} for name in ("contact", "target", "entry_point_target"))
    labels, recordings = event.get("labels"), event.get("recordings") or []
    return CallDetails(
        caller_name=_name(contact) if direction == "inbound" else None,
        agent_email=_text(target.get("email")) if target.get("type") == "user" else None,
        recording_url=_text(next(iter(recordings), None)) or _text(event.get("voicemail_link")),
        transcript=_text(event.get("transcription_text")),
        summary=_text(event.get("recap_summary")),
        source_tag=_text(line.get("name")),
        tags=[str(one) for one in labels if one] if isinstance(labels, list) else None,
    )


def _name(contact: Mapping[str, Any]) -> str | None:
    """Return a contact's name; who is not among the contacts has their number for one."""
    found = _text(contact.get("name"))
    return found if found and any(letter.isalpha() for letter in found) else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value.strip() else None
