"""
Messages that go automatically: planning them anew, writing and handing them over, and a long queue of them.

Mails go to a backend that takes everything and sends nothing. Each scenario is a function of its own
that returns rows; what is measured beside these is added to `SCENARIOS`.
"""

import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final

from bench._bench_database import analyze, make_experiences, make_times, stage
from bench._inbox import inbox
from bench._report import Row, at_least, at_most, main, sized
from bench.lists import fill

TRIPS: Final = sized(10_000, quick=2_000)
SENT: Final = sized(600, quick=100)
QUEUED: Final = sized(50_000, quick=2_000)
# Seconds for ten thousand trips.
MOST_SECONDS: Final = 10.0
LEAST_A_SECOND: Final = 20.0


def run() -> list[Row]:
    """Measure all scenarios, one after another, on the same trips."""
    with stage():
        from django.conf import settings

        settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
        _make_trips()
        return [Row("trips", TRIPS, "rows"), *(row for scenario in SCENARIOS for row in scenario())]


def _make_trips() -> None:
    """Make booked trips, each with one order on one of the departures of two months."""
    from django.db import connection

    fill(TRIPS)
    first, *_ = make_experiences(2)
    make_times(first)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE trips_trip SET status = 'reserved', reserved_at = created_at")
        cursor.execute(_ORDERS, {"experience": first})
    analyze()


def plan() -> list[Row]:
    """Plan for all trips, then once more after an offset changed, as the job does it."""
    from outfitter_tenants.messaging.models import Automation

    begun = _replan("reminder_day")
    Automation.objects.filter(slug="reminder_day").update(offset_minutes=2 * 1440 + 7)
    moved = _replan("reminder_day")
    scale = 10_000 / TRIPS
    return [
        Row("planned for the first time, per 10,000 trips", begun * scale, "s"),
        Row(
            "planned anew after an offset changed, per 10,000 trips",
            moved * scale,
            "s",
            at_most(MOST_SECONDS),
        ),
    ]


def _replan(slug: str) -> float:
    """Do the job of a changed automation chunk after chunk; returns the seconds it took."""
    from django.db import transaction

    from outfitter.db.lists import ListReader
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.crm.automations import job
    from outfitter_tenants.jobs.job_types import Work
    from outfitter_tenants.messaging import automations

    row = next(one for one in automations.list_automations() if one.slug == slug)
    params = {"trigger": row.trigger, "automation_id": row.id, "experience_id": None}
    at = utc_now()
    reader = ListReader(frozenset({"crm.manage"}), "America/New_York", at, 1)
    state: Any = {}
    begin = time.perf_counter()
    while state is not None:
        with transaction.atomic():
            state = job.step(Work(1, "", params, state, 0, reader, at)).state
    return time.perf_counter() - begin


def send() -> list[Row]:
    """Write reminders from their template and hand them over, one worker."""
    from outfitter_tenants.messaging import message_plan, planned_dispatch
    from outfitter_tenants.messaging.models import Message

    found = message_plan.earliest()
    if found is None:
        raise RuntimeError("nothing is planned")
    first: datetime = found

    def now() -> datetime:
        """Return when the next is due: as if time went on with the work."""
        return message_plan.earliest() or first

    planned_dispatch.send_planned(clock=now, most=2)
    begin, busy = time.perf_counter(), time.process_time()
    done = planned_dispatch.send_planned(clock=now, seconds=600, most=SENT)
    took, busy = time.perf_counter() - begin, time.process_time() - busy
    sent = Message.objects.filter(status="sent").count()
    return [
        Row("reminders that went", sent, "messages"),
        Row("written and handed over by one worker", done / took, "a second", at_least(LEAST_A_SECOND)),
        Row("  of that the worker's own processor time", busy * 1000 / done, "ms each"),
    ]


def drain() -> list[Row]:
    """Send a queue that has piled up, in order of time; what each says is no part of it."""
    from django.db import connection

    from outfitter.kit.clock import utc_now
    from outfitter_tenants.crm.automations import send_check
    from outfitter_tenants.messaging import planned_dispatch, send_gate
    from outfitter_tenants.messaging.models import Message
    from outfitter_tenants.messaging.send_gate import Go, PlannedMessage, Words

    Message.objects.filter(status="scheduled").update(status="cancelled")
    with connection.cursor() as cursor:
        cursor.execute(_QUEUE, {"count": QUEUED})
    analyze()
    asked: list[datetime] = []
    words = Words("ana@example.com", "en", "Tomorrow", "See you", "<p>See you</p>", "a@example.com")

    def note(message: PlannedMessage, _at: datetime) -> Go:
        asked.append(message.scheduled_at)
        return Go(words)

    send_gate.install_gate(note)
    at = utc_now()
    begin = time.perf_counter()
    done = planned_dispatch.send_planned(clock=lambda: at, seconds=3600)
    took = time.perf_counter() - begin
    send_gate.install_gate(send_check.decide)
    out_of_order = sum(later < earlier for earlier, later in pairwise(asked))
    left = Message.objects.filter(status="scheduled").count()
    return [
        Row("queue", QUEUED, "messages"),
        Row("claimed and handed over", done / took, "a second"),
        Row("sent before an earlier one", out_of_order, "messages", at_most(0)),
        Row("left behind", left, "messages", at_most(0)),
        *_next_due(at),
    ]


def _next_due(at: datetime) -> list[Row]:
    """Measure what the due job asks of a queue."""
    from bench._bench_database import best
    from outfitter_tenants.messaging import message_plan

    return [
        Row("looking for the next", best(lambda: message_plan.earliest()), "ms"),
        Row(
            "counting what is due",
            best(lambda: message_plan.due_cnt(at=at + timedelta(days=1), most=150)),
            "ms",
        ),
    ]


# The inbox comes last: what it makes stays.
SCENARIOS: Final[Sequence[Callable[[], list[Row]]]] = (plan, send, drain, inbox)

_ORDERS: Final = """
INSERT INTO trips_triporder (trip_id, experience_id, timeslot_id, experience_date_id, status,
 schedule_state, rebooked_cnt, is_comped, note, is_noshow, position, subtotal_amount, total_amount)
SELECT trip.id, slot.experience_id, slot.id, slot.experience_date_id, 'active', 'scheduled', 0, false, '',
       false, 0, trip.total_amount, trip.total_amount
  FROM trips_trip trip
  JOIN (SELECT id, experience_id, experience_date_id, row_number() OVER (ORDER BY id) AS place,
               count(*) OVER () AS every
          FROM scheduling_timeslot
         WHERE experience_id = %(experience)s AND start_at > now() + interval '4 days') slot
    ON slot.place = 1 + trip.id %% slot.every
"""
_QUEUE: Final = """
INSERT INTO messaging_message (hash, direction, channel, category, dedupe_key, trip_id, template_id,
 automation_id, status, reason, "to", from_address, reply_to, locale, subject, body_text, body_html,
 attachments, attempt_cnt, error, is_reclaimed, scheduled_at, created_at)
SELECT 'queue' || n, 'out', 'email', 'reminder', 'queue:' || n, 1, 1,
       (SELECT min(id) FROM messaging_automation), 'scheduled', 'planned_before_start',
       'guest' || n || '@example.com', '', '', 'en', '', '', '', '[]', 0, '', false,
       now() - interval '1 second' * (n::bigint * 48271 %% 1000003) / 10, now()
  FROM generate_series(1, %(count)s) AS n
"""

if __name__ == "__main__":
    main(run)
