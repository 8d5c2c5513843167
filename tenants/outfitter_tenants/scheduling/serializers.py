"""How timeslots and experiences look to their callers. The public gets no staff figures."""

from collections.abc import Mapping, Sequence
from datetime import datetime, time
from typing import Any, Final

from outfitter_tenants.catalog import serializers as catalog
from outfitter_tenants.catalog.queries import ExperienceRow, images_of, list_addons, terms_of
from outfitter_tenants.scheduling.operations.bookability import Bookability
from outfitter_tenants.scheduling.operations.booking_rules import MESSAGES, offer_of
from outfitter_tenants.scheduling.operations.rule_changes import Conflict, KeptTimeslot
from outfitter_tenants.scheduling.operations.rule_preview import FATES, RuleDay
from outfitter_tenants.scheduling.queries.availability_rules import RuleRow
from outfitter_tenants.scheduling.queries.holds import HoldRow
from outfitter_tenants.scheduling.queries.timeslot_crews import Crew
from outfitter_tenants.scheduling.queries.timeslots import DateRow, TimeslotRow
from outfitter_tenants.scheduling.rules.availability import ONLINE_METHOD, UNLIMITED_CNT, Audience
from outfitter_tenants.scheduling.rules.booking_refusal import BookingRequest, refusal
from outfitter_tenants.scheduling.rules.recurrence import Occurrence

# The reasons for which a departure counts as sold out on the screens of strangers.
SOLD_OUT: Final = frozenset({"sold_out", "resource_unavailable"})
# What of a departure is for staff only: as it stands in its row, and what is worked out.
_OWN_FIGURES: Final = (
    "capacity",
    "booked_pax_cnt",
    "held_pax_cnt",
    "note",
    "capacity_by_type",
    "channel_allotments",
    "is_edited",
    "cancel_reason",
    "version",
)
_NO_FIGURES: Final[Mapping[str, None]] = dict.fromkeys(
    (
        *_OWN_FIGURES,
        "total_availability_cnt",
        "online_allotment",
        "overbook_cnt",
        "by_type",
        "cutoff_at_online",
        "cutoff_at_direct",
        "cutoff_at_reseller",
        "presale_at_online",
        "guides",
        "resources",
    )
)


def hour(at: time | None) -> str | None:
    """Return a local time as HH:MM."""
    return at.strftime("%H:%M") if at is not None else None


def timeslot_ref(slot: TimeslotRow) -> dict[str, Any]:
    """Return a departure, just enough to name it."""
    return {
        "id": slot.id,
        "date": slot.date,
        "start_time": hour(slot.start_time),
        "start_at": slot.start_at,
        "end_at": slot.end_at,
        "is_flex": slot.is_flex,
        "status": slot.status,
    }


def timeslot(
    slot: TimeslotRow,
    *,
    audience: Audience,
    crew: Crew | None,
    at: datetime,
    kinds: Mapping[int, int] | None = None,
) -> dict[str, Any]:
    """
    Return a departure as that audience may see it; staff also get its crew.

    `kinds` maps experience customer types to customer types, for those with seats of their own.
    """
    offer = offer_of(slot, [], audience)
    reason = refusal(offer, BookingRequest(audience, {}, 0), at=at)
    left = slot.remaining
    is_open_online = slot.slot.is_open("online", at)
    online = left.of("online", ONLINE_METHOD)
    staff = audience == "direct"
    is_full = not staff and reason in SOLD_OUT
    return {
        **timeslot_ref(slot),
        "experience_id": slot.experience_id,
        "experience_date_id": slot.experience_date_id,
        "is_unlimited": (left.total if staff else online) is None,
        "online_availability_cnt": _count(online) if is_open_online else 0,
        "is_bookable": reason is None,
        "reason": reason,
        "min_price": slot.min_price,
        "countdown_from": slot.countdown_from,
        "is_call_to_book": is_full and slot.sold_out_display == "call_to_book",
        **(_staff_figures(slot, crew, kinds or {}) if staff else _NO_FIGURES),
    }


def _staff_figures(slot: TimeslotRow, crew: Crew | None, kinds: Mapping[int, int]) -> dict[str, Any]:
    return {
        **{name: getattr(slot, name) for name in _OWN_FIGURES},
        "total_availability_cnt": _count(slot.remaining.total),
        "online_allotment": slot.seats.online_allotment,
        "overbook_cnt": slot.seats.overbook_cnt,
        "by_type": _by_type(slot, kinds),
        "cutoff_at_online": slot.windows["online"].cutoff_at,
        "cutoff_at_direct": slot.windows["direct"].cutoff_at,
        "cutoff_at_reseller": slot.windows["reseller"].cutoff_at,
        "presale_at_online": slot.windows["online"].presale_at,
        "guides": crew.guides if crew else None,
        "resources": crew.resources if crew else None,
    }


def _count(left: int | None) -> int:
    return UNLIMITED_CNT if left is None else left


def _by_type(slot: TimeslotRow, kinds: Mapping[int, int]) -> list[dict[str, Any]]:
    left = slot.remaining
    return [
        {
            "experience_customer_type_id": kind,
            "customer_type_id": kinds.get(kind, 0),
            "remaining": left.of_type(kind, "direct"),
        }
        for kind in slot.seats.by_type
        if kind in kinds
    ]


def answer(found: Bookability) -> dict[str, Any]:
    """Return whether a party can have a departure."""
    return {
        "bookable": found.reason is None,
        "reason": found.reason,
        "remaining": found.remaining,
        "can_overbook": found.can_overbook,
        "warnings": [
            {"code": code, "message": MESSAGES[code], "severity": "block_online"} for code in found.warnings
        ],
        "alternatives": [timeslot_ref(other) for other in found.alternatives],
    }


def experience_date(row: DateRow, *, is_staff: bool) -> dict[str, Any]:
    """Return a day of an experience; strangers see neither cap nor note."""
    return {
        "id": row.id,
        "experience_id": row.experience_id,
        "date": row.date,
        "status": row.status,
        "capacity": row.capacity if is_staff else None,
        "note": row.note if is_staff else None,
        "version": row.version if is_staff else None,
    }


def hold(row: HoldRow) -> dict[str, Any]:
    """Return seats somebody has set aside."""
    return {
        "id": row.id,
        "uuid": str(row.uuid),
        "timeslot_id": row.timeslot_id,
        "pax_cnt": row.pax_cnt,
        "kind": row.kind,
        "expires_at": row.expires_at,
        "trip": {"id": row.trip_id} if row.trip_id else None,
    }


def rule(row: RuleRow) -> dict[str, Any]:
    """Return an availability rule."""
    same = (
        "id",
        "experience_id",
        "status",
        "date_from",
        "date_to",
        "weekdays",
        "exclude_dates",
        "include_dates",
        "season_ids",
        "interval_minutes",
        "duration_minutes",
        "is_flex",
        "capacity",
        "capacity_by_type",
        "online_allotment",
        "channel_allotments",
        "guide_ids",
        "price_override",
        "note",
        "generated_until",
        "version",
    )
    return {
        **{name: getattr(row, name) for name in same},
        "times": [hour(at) for at in row.times],
        "time_from": hour(row.time_from),
        "time_to": hour(row.time_to),
    }


def conflict(item: Conflict) -> dict[str, Any]:
    """Return a departure that was not made, and why."""
    return {"date": item.date, "start_time": hour(item.start_time), "reason": item.reason}


def serialize_kept_timeslot(item: KeptTimeslot) -> dict[str, Any]:
    """Return a timeslot that an edit left alone, and why."""
    return {
        "date": item.date,
        "start_time": hour(item.start_time),
        "reason": item.reason,
        "timeslot_id": item.timeslot_id,
        "is_wanted": item.is_wanted,
        "taken_pax_cnt": item.taken_pax_cnt,
    }


def rule_day(item: RuleDay) -> dict[str, Any]:
    """Return what becomes of a rule's starts on one day."""
    starts = {fate: [hour(at) for at in getattr(item, fate)] for fate in FATES}
    return {"date": item.date, **starts}


def occurrence(item: Occurrence) -> dict[str, Any]:
    """Return a departure that a rule makes."""
    return {
        "date": item.date,
        "start_time": hour(item.start_time),
        "start_at": item.start_at,
        "end_at": item.end_at,
    }


def experience_full(row: ExperienceRow, *, rules: Sequence[RuleRow], is_public: bool) -> dict[str, Any]:
    """Return an experience with what it sells and when; the public sees what it can buy."""
    terms = terms_of(row)["online" if is_public else "direct"]
    return {
        **catalog.experience(
            row,
            terms=terms,
            images=images_of(experience_id=row.id),
            addons=list_addons(experience_id=row.id),
            is_public=is_public,
        ),
        "availabilities": [] if is_public else [rule(item) for item in rules],
    }
