"""
Work that is rows: claimed by one worker, leased while it lasts, tried again when it fails.

A worker's child may be killed at any line. What it was at is free again a minute later and not
after the longest that honest work could take: whoever works says so again while it lasts. Who lost
the lease writes nothing more about the work.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from django.db import connection, models, transaction
from django.db.models import F, Q, QuerySet
from kombu.exceptions import OperationalError

from outfitter.db.tenant_schema import PUBLIC, current_schema, in_schema
from outfitter.error_reports import client as error_reports
from outfitter.kit.clock import utc_now

log = logging.getLogger(__name__)

LEASE: Final = timedelta(seconds=60)
# Three of them may be missed before somebody else begins.
BEAT_SECONDS: Final = 15.0
# How long work may lie at the broker before it is sent again.
AT_BROKER: Final = timedelta(minutes=5)
# How long it waits when the broker takes nothing.
BROKER_AWAY: Final = timedelta(seconds=15)

WAITING, SENT, RUNNING, DONE, FAILED = "waiting", "sent", "running", "done", "failed"
OPEN: Final = (WAITING, SENT, RUNNING)


class WorkerDied(Exception):
    """Work was begun as often as it may be and nobody came back from it."""


class QueuedWork(models.Model):
    """
    A row of a queue.

    `next_at` is what the status makes of it: waiting, not before; sent, then it is sent again;
    running, the end of the lease. `attempt_cnt` is counted by `claim` and nowhere else.
    """

    status = models.CharField(
        max_length=10, choices=[(s, s) for s in (WAITING, SENT, RUNNING, DONE, FAILED)], default=WAITING
    )
    attempt_cnt = models.PositiveIntegerField(default=0)
    next_at = models.DateTimeField()
    # When it ended, well or not.
    done_at = models.DateTimeField(null=True)
    error = models.TextField(blank=True, default="")

    class Meta:
        abstract = True

    @property
    def born_at(self) -> datetime | None:
        """Return since when it is tried; None in a queue that never gives up after a time."""
        return None


def _nothing(_problem: Exception) -> timedelta:
    return timedelta()


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """
    How long a queue waits after a failure, and when it gives up.

    `final` are the problems that no other try mends; `final_level` is how loud those are logged.
    `asked_for` reads from a problem how long the other side asked to be left alone.
    """

    first: timedelta
    longest: timedelta = timedelta(hours=1)
    most_attempts: int | None = None
    give_up_after: timedelta | None = None
    final: tuple[type[Exception], ...] = ()
    final_level: int = logging.ERROR
    asked_for: Callable[[Exception], timedelta] = _nothing

    def delay(self, attempt: int) -> timedelta:
        """Return how long work waits after its attempt of this number (from 1)."""
        # Beyond twenty doublings every queue waits its longest.
        doubled: timedelta = self.first * (1 << min(max(attempt - 1, 0), 20))
        return min(doubled, self.longest)

    def pause(self, attempt: int, problem: Exception) -> timedelta:
        """Return how long work waits after an attempt that ended in a problem."""
        return max(self.delay(attempt), self.asked_for(problem))

    def is_over(self, row: QueuedWork, at: datetime) -> bool:
        """Return whether work that failed now is not tried again."""
        if self.most_attempts is not None and row.attempt_cnt >= self.most_attempts:
            return True
        if self.give_up_after is None or row.born_at is None:
            return False
        return at - row.born_at >= self.give_up_after


T = TypeVar("T", bound=QueuedWork)
OnFinal = Callable[[Any, Exception, datetime], None]
Tell = Callable[[Exception], str]


def anew(at: datetime) -> dict[str, Any]:
    """Return the columns of work that begins again from nothing, not before an instant."""
    return {"status": WAITING, "attempt_cnt": 0, "next_at": at, "done_at": None, "error": ""}


def claim(rows: QuerySet[T], pk: int, *, at: datetime) -> T | None:
    """Begin a piece of work; None when it is not to be begun, or somebody else has it."""
    is_due = Q(status=SENT) | Q(status=WAITING, next_at__lte=at)
    claimed = rows.filter(is_due, pk=pk).update(
        status=RUNNING, attempt_cnt=F("attempt_cnt") + 1, next_at=at + LEASE
    )
    return rows.filter(pk=pk, status=RUNNING).first() if claimed else None


def _mine(row: QueuedWork) -> QuerySet[Any]:
    rows = type(row)._default_manager
    return rows.filter(pk=row.pk, status=RUNNING, attempt_cnt=row.attempt_cnt)


@contextmanager
def hold_lease(renew: Callable[[datetime], object], *, every: float = BEAT_SECONDS) -> Iterator[None]:
    """
    Call `renew(now)` every so many seconds from a thread of its own until the work is done.

    The thread has a connection of its own, of the same schema: what it writes does not wait for
    the work's transaction. Work that takes less than one beat costs no connection.
    """
    is_over, schema = threading.Event(), current_schema()

    def beat() -> None:
        try:
            while not is_over.wait(every):
                try:
                    with in_schema(schema):
                        renew(utc_now())
                except Exception:
                    # The next beat tries again; the lease outlives some that are missed.
                    log.warning("a lease was not renewed", exc_info=True)
        finally:
            connection.close()

    thread = threading.Thread(target=beat, daemon=True, name="lease")
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def finish(
    row: QueuedWork, *, at: datetime, error: str = "", note: str = "", is_deleted: bool = False
) -> bool:
    """End work that one has claimed, as failed with an `error`; False: the lease was lost."""
    if is_deleted:
        return _mine(row).delete()[0] > 0
    return _mine(row).update(status=FAILED if error else DONE, done_at=at, error=error or note) > 0


def postpone(row: QueuedWork, *, until: datetime) -> bool:
    """Put work back that could not be begun yet: that was no attempt."""
    return _mine(row).update(status=WAITING, next_at=until, attempt_cnt=F("attempt_cnt") - 1) > 0


def fail(
    row: QueuedWork,
    problem: Exception,
    *,
    at: datetime,
    policy: RetryPolicy,
    tell: Tell = repr,
    on_final: OnFinal | None = None,
) -> bool:
    """
    Note that claimed work failed; True: it is not tried again.

    `on_final(row, problem, at)` is called in the transaction that ends it.
    """
    is_refused = isinstance(problem, policy.final)
    is_final, told = is_refused or policy.is_over(row, at), tell(problem)
    level = (policy.final_level if is_refused else logging.ERROR) if is_final else logging.WARNING
    if level >= logging.ERROR:
        error_reports.report(problem)
    line, is_known = "%s %s failed (attempt %s): %s", {"is_reported": True}
    log.log(level, line, type(row).__name__, row, row.attempt_cnt, told, extra=is_known)
    values: dict[str, Any] = {"status": FAILED, "done_at": at}
    if not is_final:
        values = {"status": WAITING, "next_at": at + policy.pause(row.attempt_cnt, problem)}
    with transaction.atomic():
        is_mine = _mine(row).update(error=told, **values) > 0
        if is_mine and is_final and on_final is not None:
            on_final(row, problem, at)
    return is_mine and is_final


def run(
    rows: QuerySet[T],
    pk: int,
    work: Callable[[T], object],
    *,
    policy: RetryPolicy,
    tell: Tell = repr,
    on_final: OnFinal | None = None,
    is_deleted: bool = False,
) -> bool:
    """
    Do one piece of work; whoever claims the row does it, all others do nothing.

    A text that `work` returns is kept with the row, as a note.

    Returns False when it failed and may be tried again.
    """
    row = claim(rows, pk, at=(at := utc_now()))
    if row is None:
        return True
    mine = _mine(row)
    try:
        with hold_lease(lambda now: mine.update(next_at=now + LEASE)):
            said = work(row)
    except Exception as problem:
        fail(row, problem, at=at, policy=policy, tell=tell, on_final=on_final)
        return isinstance(problem, policy.final)
    finish(row, at=utc_now(), note=said if isinstance(said, str) else "", is_deleted=is_deleted)
    return True


def free(
    rows: QuerySet[T], *, at: datetime, policy: RetryPolicy, on_final: OnFinal | None = None, limit: int = 500
) -> int:
    """
    Let work wait again whose worker died, or end it when it had its chances; returns how many.

    :param on_final: is called in the schema of the row.
    """
    with transaction.atomic():
        left = rows.filter(status=RUNNING, next_at__lte=at).order_by("next_at")
        found = list(left.select_for_update(skip_locked=True, of=("self",))[:limit])
        for row in found:
            if not policy.is_over(row, at):
                _mine(row).update(status=WAITING, next_at=at)
                continue
            with in_schema(getattr(row, "schema_name", None) or PUBLIC):
                died = WorkerDied("its worker died each time")
                fail(row, died, at=at, policy=policy, tell=str, on_final=on_final)
    return len(found)


def send_due(
    rows: QuerySet[T],
    send: Callable[[T], object],
    *,
    at: datetime,
    sent_for: timedelta = AT_BROKER,
    limit: int = 500,
) -> int:
    """
    Hand to the broker what is due and what got lost there; returns how many it took.

    What it does not take is no attempt and is sent again soon.
    """
    with transaction.atomic():
        due = rows.filter(status__in=(WAITING, SENT), next_at__lte=at).order_by("next_at")
        found = list(due.select_for_update(skip_locked=True, of=("self",))[:limit])
        ids = [row.pk for row in found]
        rows.filter(pk__in=ids).update(status=SENT, next_at=at + sent_for)
    for place, row in enumerate(found):
        try:
            send(row)
        except OperationalError:
            log.warning("broker is away, %s rows of %s wait", len(ids) - place, rows.model.__name__)
            left = rows.filter(pk__in=ids[place:], status=SENT, next_at=at + sent_for)
            left.update(status=WAITING, next_at=at + BROKER_AWAY)
            return place
    return len(found)
