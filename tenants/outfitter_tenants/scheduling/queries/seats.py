"""
Seats, taken and given back by conditional updates; the only SQL that moves the counters.

Lock order: timeslot, experience date, hold (outfitter.db.locks). Taking changes the timeslot's
row before the hold is inserted: the other way round is three times slower on a busy departure.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import connection

from outfitter_tenants.scheduling.availability import Audience
from outfitter_tenants.scheduling.models import ExperienceDate, Hold, Timeslot

# `pax` may be negative (a smaller party); then nothing but the state of the row can refuse.
_FITS: Final = """
       t.id = %(timeslot_id)s
   AND t.status = ANY(%(states)s)
   AND CASE WHEN %(online)s THEN t.cutoff_at_online ELSE t.cutoff_at_direct END > %(open_at)s
   AND (t.capacity IS NULL OR %(pax)s <= 0
        OR t.booked_pax_cnt + t.held_pax_cnt + %(pax)s
           <= t.capacity + CASE WHEN %(online)s THEN 0 ELSE t.overbook_cnt END)
   AND (t.online_allotment IS NULL OR %(online_pax)s <= 0
        OR t.online_booked_pax_cnt + t.online_held_pax_cnt + %(online_pax)s <= t.online_allotment)
"""
_TAKE: Final = f"""
UPDATE scheduling_timeslot t
   SET held_pax_cnt = t.held_pax_cnt + %(pax)s,
       online_held_pax_cnt = t.online_held_pax_cnt + %(online_pax)s
 WHERE {_FITS}
RETURNING t.id, t.experience_date_id, t.is_day_limited
"""  # noqa: S608
_PLACE: Final = f"""
WITH slot AS ({_TAKE}), hold AS (
  INSERT INTO scheduling_hold (
    uuid, trip_id, trip_order_id, timeslot_id, qty_by_type, pax_cnt, is_online, pool_claims,
    kind, status, expires_at, hard_expires_at, extended_cnt, visitor, ip, price_snapshot,
    created_at)
  SELECT %(uuid)s, %(trip_id)s::bigint, %(trip_order_id)s::bigint, slot.id,
         %(qty_by_type)s::jsonb, %(pax)s, %(online)s, '{{}}'::jsonb, %(kind)s, 'active',
         %(expires_at)s, %(hard_expires_at)s, 0, %(visitor)s::text, %(ip)s::inet, '{{}}'::jsonb,
         %(at)s
    FROM slot
  RETURNING id)
SELECT hold.id, slot.experience_date_id, slot.is_day_limited FROM hold, slot
"""  # noqa: S608
_TAKE_DAY: Final = """
UPDATE scheduling_experiencedate d
   SET held_pax_cnt = d.held_pax_cnt + CASE WHEN d.capacity IS NULL THEN 0 ELSE %(pax)s END
 WHERE d.id = %(date_id)s
   AND d.status = 'open'
   AND (d.capacity IS NULL OR %(pax)s <= 0
        OR d.booked_pax_cnt + d.held_pax_cnt + %(pax)s <= d.capacity)
RETURNING d.id
"""
_MOVE: Final = """
WITH slot AS (
  UPDATE scheduling_timeslot t
     SET held_pax_cnt = t.held_pax_cnt + %(held)s,
         online_held_pax_cnt = t.online_held_pax_cnt + %(online_held)s,
         booked_pax_cnt = t.booked_pax_cnt + %(booked)s,
         online_booked_pax_cnt = t.online_booked_pax_cnt + %(online_booked)s
   WHERE t.id = %(timeslot_id)s
  RETURNING t.experience_date_id, t.is_day_limited)
UPDATE scheduling_experiencedate d
   SET held_pax_cnt = d.held_pax_cnt + %(held)s,
       booked_pax_cnt = d.booked_pax_cnt + %(booked)s
  FROM slot
 WHERE d.id = slot.experience_date_id AND slot.is_day_limited AND d.capacity IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class Taken:
    """Seats that a timeslot's row gave; its day may still have a say."""

    hold_id: int | None
    experience_date_id: int
    is_day_limited: bool


def place(values: Mapping[str, Any]) -> Taken | None:
    """Take seats and write the hold that explains them, in one statement; None when refused."""
    row = _one(_PLACE, values)
    return Taken(*row) if row else None


def take(values: Mapping[str, Any]) -> Taken | None:
    """Take (or, with a negative `pax`, return) seats for a hold that exists; None when refused."""
    row = _one(_TAKE, values)
    return Taken(None, row[1], row[2]) if row else None


def take_of_day(*, experience_date_id: int, pax_cnt: int) -> bool:
    """Take seats from the cap of a whole day; call it after the timeslot gave them."""
    return _one(_TAKE_DAY, {"date_id": experience_date_id, "pax": pax_cnt}) is not None


def move(
    *,
    timeslot_id: int,
    held: int = 0,
    online_held: int = 0,
    booked: int = 0,
    online_booked: int = 0,
) -> None:
    """Add to the counters of a timeslot (and of its capped day) without asking; pax, signed."""
    with connection.cursor() as cursor:
        cursor.execute(
            _MOVE,
            {
                "timeslot_id": timeslot_id,
                "held": held,
                "online_held": online_held,
                "booked": booked,
                "online_booked": online_booked,
            },
        )


def asked(
    *,
    timeslot_id: int,
    pax_cnt: int,
    audience: Audience,
    states: Iterable[str],
    open_at: datetime,
) -> dict[str, Any]:
    """Return the parameters of `place` and `take`; `open_at` is compared with the cut-off."""
    is_online = audience == "online"
    return {
        "timeslot_id": timeslot_id,
        "pax": pax_cnt,
        "online": is_online,
        "online_pax": pax_cnt if is_online else 0,
        "states": list(states),
        "open_at": open_at,
    }


def lock_timeslots(*, ids: Iterable[int]) -> None:
    """Lock timeslots for a change of their seats, in the product's one order."""
    rows = Timeslot.objects.select_for_update(no_key=True)
    list(rows.filter(pk__in=set(ids)).order_by("pk").values_list("pk"))


def lock_experience_date(*, experience_date_id: int) -> ExperienceDate | None:
    """Lock one experience date; its timeslots come first."""
    rows = ExperienceDate.objects.select_for_update(no_key=True, of=("self",))
    return rows.filter(pk=experience_date_id).first()


def lock_hold(*, hold_id: int) -> Hold | None:
    """Lock one hold; the timeslot it is on comes first."""
    return Hold.objects.select_for_update(of=("self",)).filter(pk=hold_id).first()


def _one(statement: str, values: Mapping[str, Any]) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found: tuple[Any, ...] | None = cursor.fetchone()
    return found
