"""
Planned messages: rows without words, until they are sent (docs/adr/0102).

One statement makes what is planned for some trips what it should be: new rows are added, others
moved, those that are needed no more are cancelled with their reason. Rows that somebody began to
send, or that staff took off the list, stay as they are.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import F, Min, Q, QuerySet, TextField
from django.db.models.expressions import RawSQL

from outfitter.db.prepared_statements import one_line
from outfitter.kit import ids
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.messaging.models import Message, MessageEvent
from outfitter_tenants.messaging.rules import reasons

# Kind of due work that sends what is due; one row for each operator, at the next message's instant.
SEND: Final = "messages.send_planned"
KEY: Final = "next"
# Reasons that may hold no longer once the trip, or what the operator wants, is another.
REVIVABLE: Final = sorted(
    {
        reasons.ALREADY_PAST,
        reasons.REBOOKED,
        reasons.UNSCHEDULED,
        reasons.CANCELLED,
        reasons.TRIP_DELETED,
        reasons.NOT_CONFIRMED,
        reasons.NO_SHOW,
        reasons.STOPPED_PAID,
        reasons.NO_ADDRESS,
        reasons.NO_PHONE,
        reasons.NO_CONSENT,
        reasons.OPTED_OUT,
        reasons.PARTNER_INFORMS,
        reasons.DUPLICATE_CONTACT,
        reasons.OWN_AUTOMATION,
        reasons.AUTOMATION_OFF,
        reasons.AUTOMATION_ARCHIVED,
        reasons.TEMPLATE_OFF,
        reasons.TEXT_NOT_CONNECTED,
    }
)


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """One message as it should be planned, or the reason why it is not."""

    key: str
    channel: str
    category: str
    customer_id: int | None
    trip_id: int
    trip_order_id: int | None
    timeslot_id: int | None
    template_id: int
    automation_id: int
    status: str
    reason: str
    to: str
    locale: str
    scheduled_at: datetime
    useful_until: datetime | None


@dataclass(frozen=True, slots=True)
class Sweep:
    """
    Of which trips and automations everything else that is planned is needed no more, and why.

    By automation where that is switched off, else by trip and order (0: the whole trip). With
    `order_ids` other orders keep what they have.
    """

    trip_ids: Sequence[int] = ()
    order_ids: Sequence[int] | None = None
    automation_ids: Sequence[int] = ()
    by_automation: Mapping[int, str] = field(default_factory=dict)
    by_order: Mapping[tuple[int, int], str] = field(default_factory=dict)
    otherwise: str = reasons.REBOOKED


# What of a row is changed where it is there already.
_CHANGED: Final = (
    "status",
    "reason",
    "scheduled_at",
    "useful_until",
    '"to"',
    "locale",
    "customer_id",
    "timeslot_id",
    "template_id",
    "category",
)
_WRITE: Final = one_line(
    f"""
WITH wanted AS (
  SELECT * FROM unnest(
    %(keys)s::text[], %(hashes)s::text[], %(channels)s::text[], %(categories)s::text[],
    %(customer_ids)s::bigint[], %(trips)s::bigint[], %(orders)s::bigint[], %(timeslots)s::bigint[],
    %(templates)s::bigint[], %(automations)s::bigint[], %(statuses)s::text[], %(reasons)s::text[],
    %(addresses)s::text[], %(locales)s::text[], %(times)s::timestamptz[], %(untils)s::timestamptz[]
  ) WITH ORDINALITY
    AS w(key, hash, channel, category, customer_id, trip_id, trip_order_id, timeslot_id, template_id,
         automation_id, status, reason, address, locale, scheduled_at, useful_until, place)
), gone AS (
  UPDATE messaging_message m
     SET status = 'cancelled',
         reason = coalesce(
           (SELECT d.reason FROM unnest(%(dead_ids)s::bigint[], %(dead_reasons)s::text[]) AS d(id, reason)
             WHERE d.id = m.automation_id),
           (SELECT o.reason
              FROM unnest(%(why_trips)s::bigint[], %(why_orders)s::bigint[], %(why_reasons)s::text[])
                AS o(trip_id, order_id, reason)
             WHERE o.trip_id = m.trip_id AND o.order_id = coalesce(m.trip_order_id, 0)),
           %(otherwise)s)
   WHERE m.trip_id = ANY(%(swept_trips)s::bigint[])
     AND m.automation_id = ANY(%(swept_automations)s::bigint[])
     AND m.status = 'scheduled'
     AND (%(swept_orders)s::bigint[] IS NULL OR m.trip_order_id = ANY(%(swept_orders)s::bigint[]))
     AND NOT EXISTS (SELECT FROM wanted w WHERE w.key = m.dedupe_key)
)
INSERT INTO messaging_message AS m
       (hash, direction, channel, category, dedupe_key, customer_id, trip_id, trip_order_id, timeslot_id,
        template_id, automation_id, status, reason, "to", from_address, reply_to, locale, subject,
        body_text, body_html, attachments, attempt_cnt, error, is_reclaimed, scheduled_at, useful_until,
        created_at)
SELECT w.hash, 'out', w.channel, w.category, w.key, w.customer_id, w.trip_id, w.trip_order_id,
       w.timeslot_id, w.template_id, w.automation_id, w.status, w.reason, w.address, '', '', w.locale, '',
       '', '', '[]'::jsonb, 0, '', false, w.scheduled_at, w.useful_until, %(at)s
  FROM wanted w
 ORDER BY w.trip_id, w.place
ON CONFLICT (dedupe_key) WHERE dedupe_key IS NOT NULL DO UPDATE
   SET ({", ".join(_CHANGED)}) = ROW({", ".join("excluded." + name for name in _CHANGED)})
 WHERE m.attempt_cnt = 0
   AND (m.status = 'scheduled'
          AND NOT (excluded.reason = '{reasons.ALREADY_PAST}' AND m.scheduled_at <= excluded.scheduled_at)
        OR m.status <> 'scheduled' AND m.reason = ANY(%(revivable)s::text[]))
   AND ({", ".join("m." + name for name in _CHANGED)})
       IS DISTINCT FROM ({", ".join("excluded." + name for name in _CHANGED)})
RETURNING CASE WHEN m.status = 'scheduled' THEN m.scheduled_at END
"""  # noqa: S608  # our own words
)


def write(rows: Sequence[PlannedRow], sweep: Sweep, *, at: datetime) -> None:
    """
    Make what is planned for some trips what it should be, in the caller's transaction.

    What is due at one instant goes in the order of `rows`.

    Whoever sends is told of the earliest. Two at once for one trip have to take turns
    (`turn`).
    """
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, {**_columns(rows), **_swept(sweep), "at": at, "revivable": REVIVABLE})
        times = [row[0] for row in cursor.fetchall() if row[0] is not None]
    if times:
        arm(min(times))


def _columns(rows: Sequence[PlannedRow]) -> dict[str, list[Any]]:
    return {
        "keys": [one.key for one in rows],
        "hashes": [ids.public_hash() for _ in rows],
        "channels": [one.channel for one in rows],
        "categories": [one.category for one in rows],
        "customer_ids": [one.customer_id for one in rows],
        "trips": [one.trip_id for one in rows],
        "orders": [one.trip_order_id for one in rows],
        "timeslots": [one.timeslot_id for one in rows],
        "templates": [one.template_id for one in rows],
        "automations": [one.automation_id for one in rows],
        "statuses": [one.status for one in rows],
        "reasons": [one.reason for one in rows],
        "addresses": [one.to for one in rows],
        "locales": [one.locale for one in rows],
        "times": [one.scheduled_at for one in rows],
        "untils": [one.useful_until for one in rows],
    }


def _swept(sweep: Sweep) -> dict[str, Any]:
    return {
        "swept_trips": list(sweep.trip_ids),
        "swept_automations": list(sweep.automation_ids),
        "swept_orders": None if sweep.order_ids is None else list(sweep.order_ids),
        "dead_ids": list(sweep.by_automation),
        "dead_reasons": list(sweep.by_automation.values()),
        "why_trips": [trip_id for trip_id, _ in sweep.by_order],
        "why_orders": [order_id for _, order_id in sweep.by_order],
        "why_reasons": list(sweep.by_order.values()),
        "otherwise": sweep.otherwise,
    }


def arm(due_at: datetime) -> None:
    """Have what is due sent at an instant, or earlier where something waits for that already."""
    scheduled_jobs.bring_forward(SEND, key=KEY, due_at=due_at)


def earliest() -> datetime | None:
    """Return when the next planned message is due; None when none waits."""
    first: datetime | None = _waiting().aggregate(first=Min("scheduled_at"))["first"]
    return first


def due_cnt(*, at: datetime, most: int) -> int:
    """Return how many planned messages are due, `most` at the most."""
    return len(_waiting().filter(scheduled_at__lte=at).values_list("pk", flat=True)[:most])


def list_due(*, at: datetime, limit: int) -> list[int]:
    """Return ids of planned messages that are due, in order of time."""
    rows = _waiting().filter(scheduled_at__lte=at).order_by("scheduled_at", "id")
    return list(rows.values_list("pk", flat=True)[:limit])


def _waiting() -> QuerySet[Message]:
    return Message.objects.filter(status="scheduled", automation_id__isnull=False)


def stop(*, trip_id: int, automation_ids: Collection[int], reason: str) -> int:
    """Cancel what is planned of some automations for a trip; returns how many messages."""
    rows = _waiting().filter(trip_id=trip_id, automation_id__in=automation_ids)
    return int(rows.update(status="cancelled", reason=reason))


def stop_automation(*, automation_id: int, reason: str, limit: int) -> int:
    """Cancel some of what an automation has planned; returns how many messages."""
    found = _waiting().filter(automation_id=automation_id).order_by("id").values_list("pk", flat=True)
    rows = Message.objects.filter(pk__in=list(found[:limit]), status="scheduled")
    return int(rows.update(status="cancelled", reason=reason))


def skip_expired(*, at: datetime) -> int:
    """Cancel what waited until nobody needed it any more, while nothing went; returns how many."""
    late = Message.objects.filter(status="scheduled", automation_id__isnull=False, useful_until__lte=at)
    return int(late.update(status="cancelled", reason=reasons.PAUSED_TOO_LONG))


def turn(*, trip_ids: Sequence[int]) -> RawSQL:
    """
    Return a column that waits until nobody else plans for these trips, till the transaction's end.

    Whoever plans for many takes the operator's whole planning. As a column of a statement that is
    sent anyway; what is read after it is what everybody before has left.
    """
    if len(trip_ids) == 1:
        return RawSQL(_LOCK_ONE, [f"{trip_ids[0]}"], output_field=TextField())  # noqa: S611  # our own words
    return RawSQL(_LOCK_ALL, [], output_field=TextField())  # noqa: S611  # our own words


_LOCK_ONE: Final = one_line("""
(SELECT concat(pg_advisory_xact_lock_shared(hashtextextended(current_schema() || ':planned', 12)),
               pg_advisory_xact_lock(hashtextextended(current_schema() || ':planned:' || %s::text, 12))))
""")
_LOCK_ALL: Final = (
    "(SELECT concat(pg_advisory_xact_lock(hashtextextended(current_schema() || ':planned', 12))))"
)


def sent_to(*, address: str, category: str, since: datetime, but_trip_id: int, is_sent: bool) -> bool:
    """Return whether somebody got messages of a kind about another trip; or, unless `is_sent`, is to."""
    rows = Message.objects.filter(
        ~Q(trip_id=but_trip_id), category=category, to__iexact=address, automation_id__isnull=False
    )
    went = Q(sent_at__gte=since)
    return rows.filter(went if is_sent else went | Q(status="scheduled")).exists()


def series_of(*, trip_id: int, category: str) -> list[Message]:
    """Return the messages of a kind about a trip, in order of time."""
    rows = Message.objects.filter(trip_id=trip_id, category=category)
    return list(rows.order_by(F("scheduled_at").asc(nulls_first=True), "id"))


def sent_about_carts(
    *, address: str, category: str, since: datetime, but_trip_id: int
) -> list[tuple[int, datetime]]:
    """Return trip and instant of the messages of a kind that somebody got about other trips."""
    rows = Message.objects.filter(
        ~Q(trip_id=but_trip_id), category=category, to__iexact=address, sent_at__gte=since
    )
    found = rows.values_list("trip_id", "sent_at")
    return [(trip_id, sent_at) for trip_id, sent_at in found if trip_id and sent_at]


def count_click(*, trip_id: int, category: str, message_hash: str, at: datetime) -> bool:
    """Note that a message about a trip brought its reader back; False where there is no such message."""
    rows = Message.objects.filter(
        hash=message_hash, trip_id=trip_id, category=category, sent_at__isnull=False
    )
    found = rows.first()
    if found is None:
        return False
    with transaction.atomic():
        rows.update(clicked_cnt=F("clicked_cnt") + 1)
        rows.filter(status__in=["sent", "delivered", "opened"]).update(status="clicked")
        MessageEvent.objects.create(message=found, kind="clicked", detail="cart", at=at)
    return True
