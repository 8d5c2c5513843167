"""Calls of the demonstration: who booked by phone, who asked, whom nobody answered, who was called back."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from outfitter.kit import ids
from outfitter_tenants.calls.models import Call, CallNumber
from outfitter_tenants.trips.models import Trip, TripSource

PROVIDER: Final = "callrail"
DESK: Final = "+12075550142"
FLYER: Final = "+12075550177"
HOTEL: Final = "+12075550119"
BOOKED_FOR: Final = timedelta(days=45)
_SAID: Final = (
    "Agent: Harbor and Pine, this is Tess.\nCaller: Hi, do you still have room in the kayaks?\n"
    "Agent: We do. For how many?\nCaller: Two adults. We have never paddled before.\n"
    "Agent: That is no problem. I will book you in and send you everything by email.",
    "Agent: Harbor and Pine, good morning.\nCaller: We would like to see puffins, the four of us.\n"
    "Agent: The morning boat is the best for that.\nCaller: Then the morning boat, please.",
)


@dataclass(frozen=True, slots=True)
class _Told:
    """A call in a few words: how long ago it began (minutes), from whom, how it ended."""

    ago: int
    number: str
    name: str = ""
    status: str = "completed"
    seconds: int = 0
    outcome: str | None = None
    callback: str = "none"
    note: str = ""
    line: str = DESK
    tags: tuple[str, ...] = ()
    direction: str = "inbound"


_DAY: Final = 24 * 60
_OTHERS: Final = (
    _Told(26, "+12075550163", "BAR HARBOR ME", "missed", callback="wanted", line=FLYER),
    _Told(95, "+16175550128", "Odalys Prieto", "voicemail", 34, callback="wanted"),
    _Told(140, HOTEL, "", seconds=212, outcome="quoted", note="Eight guests on Saturday. They call again."),
    _Told(200, "", "", seconds=61, outcome="support", note="Parking at the pier."),
    _Told(300, "+18025550186", "Gil Fontaine", "missed", callback="done", line=FLYER),
    _Told(281, "+18025550186", "Gil Fontaine", seconds=154, outcome="quoted", direction="outbound"),
    _Told(_DAY + 120, "+14435550101", "SPAM LIKELY", seconds=9, outcome="spam", tags=("spam",)),
    _Told(_DAY + 310, HOTEL, "", seconds=95, outcome="support", note="Pick-up moved to the east door."),
    _Told(2 * _DAY + 45, "+15185550134", "Marit Soler", "voicemail", 21, callback="done"),
    _Told(3 * _DAY + 400, "+12075550155", "", seconds=187, outcome="quoted", line=FLYER, tags=("group",)),
)


def ring(*, staff: Sequence[int], at: datetime) -> int:
    """Write down the calls as of an instant; returns how many. The lines have names."""
    rng = random.Random("who called")  # noqa: S311  (a demonstration, not a secret)
    source = TripSource.objects.filter(archived_at__isnull=True).order_by("pk").first()
    CallNumber.objects.bulk_create(
        [
            CallNumber(number=DESK, label="Front desk"),
            CallNumber(number=FLYER, label="Summer flyer", trip_source_id=source.pk if source else None),
            CallNumber(number=HOTEL, label="Hotel Agamont, concierge"),
        ]
    )
    rows = [*_that_booked(rng, staff, at), *(_row(told, rng.choice(staff), at) for told in _OTHERS)]
    return len(Call.objects.bulk_create(sorted(rows, key=lambda row: row.started_at)))


def _that_booked(rng: random.Random, staff: Sequence[int], at: datetime) -> Iterator[Call]:
    sold = Trip.objects.filter(
        trip_method__slug="phone", contact_phone__gt="", created_at__range=(at - BOOKED_FOR, at)
    )
    for trip in sold.order_by("pk"):
        seconds = rng.randint(120, 460)
        yield call(
            key=f"CAL{trip.hash}",
            number=trip.contact_phone or "",
            started=trip.created_at - timedelta(seconds=seconds - 40),
            seconds=seconds,
            line=rng.choice((DESK, DESK, FLYER)),
            agent_avatar_id=rng.choice(staff),
            customer_id=trip.customer_id,
            trip_id=trip.pk,
            outcome="booked",
            transcript=rng.choice(_SAID) if rng.random() < 0.4 else "",
        )


def _row(told: _Told, by: int, at: datetime) -> Call:
    is_spoken = told.status == "completed"
    row = call(
        key=f"CAL{told.ago}",
        number=told.number,
        started=at - timedelta(minutes=told.ago),
        seconds=told.seconds,
        line=told.line,
        agent_avatar_id=by if is_spoken else None,
        caller_name=told.name,
        status=told.status,
        outcome=told.outcome,
        note=told.note,
        tags=list(told.tags),
        callback=told.callback,
    )
    if not is_spoken:
        row.answered_at = None
    if told.callback == "done":
        row.callback_by, row.callback_at = by, row.started_at + timedelta(minutes=19)
    if told.direction == "outbound":
        row.direction, row.source_tag = "outbound", ""
        row.caller_number, row.destination_number = told.line, told.number
    return row


def call(*, key: str, number: str, started: datetime, seconds: int, line: str, **values: object) -> Call:
    """Return a call that came in on a line and was taken; what is not said is nothing."""
    end = started + timedelta(seconds=max(seconds, 1))
    facts = {
        "hash": ids.public_hash(),
        "provider": PROVIDER,
        "provider_call_id": key,
        "caller_number": number,
        "destination_number": line,
        "status": "completed",
        "started_at": started,
        "answered_at": started + timedelta(seconds=min(6, seconds)),
        "ended_at": end,
        "duration_s": seconds,
        "source_tag": "Summer flyer" if line == FLYER else "",
        "notice_at": end,
        **values,
    }
    return Call(**facts)
