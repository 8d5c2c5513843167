"""
Seats, taken and given back by conditional updates; the only SQL that moves the counters.

Lock order: timeslot, its pools, experience date, hold (outfitter.db.locks). Taking changes the
timeslot's row before the hold is inserted: the other way round is three times slower on a busy
departure. Pools are in queries/pools.py.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import connection
from psycopg.types.numeric import Int8

from outfitter.db.prepared_statements import one_line, prepared_cursor
from outfitter_tenants.scheduling.models import ExperienceDate, Hold, Timeslot
from outfitter_tenants.scheduling.rules.availability import AUDIENCES, Audience

# `pax` may be negative (a smaller party); then nothing but the state of the row can refuse.
_FITS: Final = """
       t.id = %(timeslot_id)s
   AND t.status = ANY(%(states)s)
   AND (NOT t.is_blacked_out OR %(dark)s)
   AND CASE WHEN t.booked_pax_cnt >= t.smart_min_pax_{audience}
            THEN greatest(t.cutoff_at_{audience}, t.smart_cutoff_at_{audience})
            ELSE t.cutoff_at_{audience} END > %(open_at)s
   AND (t.presale_at_{audience} IS NULL OR t.presale_at_{audience} <= %(begun_at)s)
   AND (t.capacity IS NULL OR %(pax)s <= 0
        OR t.booked_pax_cnt + t.held_pax_cnt + %(pax)s
           <= t.capacity + CASE WHEN %(direct)s THEN t.overbook_cnt ELSE 0 END)
   AND (t.online_allotment IS NULL OR %(online_pax)s <= 0
        OR t.online_booked_pax_cnt + t.online_held_pax_cnt + %(online_pax)s <= t.online_allotment)
"""
_TAKE: Final = """
UPDATE scheduling_timeslot t
   SET held_pax_cnt = t.held_pax_cnt + %(pax)s,
       online_held_pax_cnt = t.online_held_pax_cnt + %(online_pax)s
 WHERE {fits}
RETURNING t.id, t.experience_date_id, t.is_day_limited, t.is_pooled
"""
_PLACE: Final = """
WITH slot AS ({take}), hold AS (
  INSERT INTO scheduling_hold (
    uuid, trip_id, trip_order_id, timeslot_id, qty_by_type, pax_cnt, audience, method, is_online,
    pool_claims, kind, status, expires_at, hard_expires_at, extended_cnt, visitor, ip,
    price_snapshot, created_at)
  SELECT %(uuid)s, %(trip_id)s::bigint, %(trip_order_id)s::bigint, slot.id,
         %(qty_by_type)s::jsonb, %(pax)s, %(audience)s, %(method)s::text, %(online)s,
         %(pool_claims)s::jsonb, %(kind)s, 'active',
         %(expires_at)s, %(hard_expires_at)s, 0, %(visitor)s::text, %(ip)s::inet, '{{}}'::jsonb,
         %(at)s
    FROM slot
  RETURNING id)
SELECT hold.id, slot.experience_date_id, slot.is_day_limited, slot.is_pooled FROM hold, slot
"""
_TAKES: Final[Mapping[Audience, str]] = {
    audience: _TAKE.format(fits=_FITS.format(audience=audience)) for audience in AUDIENCES
}
# Without a transaction around it nothing else may have a say, as it had none when it was read.
_ALONE: Final = " AND NOT (%(alone)s AND (t.is_day_limited OR t.is_pooled))"
# What one visitor and one address keep from others; they have queued up before this statement.
_ONE_OWNER: Final = """
   AND (%(most_of_{name})s::int IS NULL OR %(most_of_{name})s::int >
        (SELECT count(*) FROM scheduling_hold h
          WHERE h.{name} = %({name})s::{kind} AND h.status = 'active' AND h.kind = 'checkout'
            AND h.expires_at > %(at)s))
"""
_FEW: Final = "".join(
    _ONE_OWNER.format(name=name, kind=kind) for name, kind in (("visitor", "text"), ("ip", "inet"))
)
_PLACES: Final[Mapping[Audience, str]] = {
    audience: one_line(_PLACE.format(take=_TAKE.format(fits=_FITS.format(audience=audience) + _ALONE + _FEW)))
    for audience in AUDIENCES
}
_SIZED: Final = ("timeslot_id", "pax", "online_pax", "trip_id", "trip_order_id")
_TAKE_DAY: Final = """
UPDATE scheduling_experiencedate d
   SET held_pax_cnt = d.held_pax_cnt + CASE WHEN d.capacity IS NULL THEN 0 ELSE %(pax)s END
 WHERE d.id = %(date_id)s
   AND d.status = 'open'
   AND (d.capacity IS NULL OR %(pax)s <= 0
        OR d.booked_pax_cnt + d.held_pax_cnt + %(pax)s
           <= d.capacity + CASE WHEN %(direct)s THEN d.overbook_cnt ELSE 0 END)
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
class SeatAllocation:
    """Seats that a timeslot's row gave; its day may still have a say."""

    hold_id: int | None
    experience_date_id: int
    is_day_limited: bool
    is_pooled: bool


def place(values: Mapping[str, Any]) -> SeatAllocation | None:
    """Take seats and write the hold that explains them, in one statement; None when refused."""
    with prepared_cursor() as cursor:
        # As one type each, whatever their size: a plan is kept for the types of its values.
        sized = {name: Int8(values[name]) for name in _SIZED if values[name] is not None}
        cursor.execute(_PLACES[values["audience"]], {**values, **sized})
        row = cursor.fetchone()
    return SeatAllocation(*row) if row else None


def take(values: Mapping[str, Any]) -> SeatAllocation | None:
    """Take (or, with a negative `pax`, return) seats for a hold that exists; None when refused."""
    row = _one(_TAKES[values["audience"]], values)
    return SeatAllocation(None, *row[1:]) if row else None


def take_of_day(*, experience_date_id: int, pax_cnt: int, is_direct: bool) -> bool:
    """Take seats from the cap of a whole day; call it after timeslot and pools gave them."""
    values = {"date_id": experience_date_id, "pax": pax_cnt, "direct": is_direct}
    return _one(_TAKE_DAY, values) is not None


def move(
    *, timeslot_id: int, held: int = 0, online_held: int = 0, booked: int = 0, online_booked: int = 0
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


def requested_seats(
    *,
    timeslot_id: int,
    pax_cnt: int,
    audience: Audience,
    is_online: bool,
    states: Iterable[str],
    open_at: datetime,
    begun_at: datetime,
    is_dark_too: bool = False,
) -> dict[str, object]:
    """
    Return the parameters of `place` and `take`.

    `open_at` is compared with the cut-off, `begun_at` with the presale; `is_online` says that the
    seats count against the online allotment, `is_dark_too` that no blackout refuses them.
    """
    return {
        "timeslot_id": timeslot_id,
        "pax": pax_cnt,
        "audience": audience,
        "direct": audience == "direct",
        "online": is_online,
        "online_pax": pax_cnt if is_online else 0,
        "states": list(states),
        "open_at": open_at,
        "begun_at": begun_at,
        "dark": is_dark_too,
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
