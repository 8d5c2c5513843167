"""
Jobs of printers: queued, taken by one agent, and ended by whoever took them (ADR 137).

Nothing is printed twice without saying so. An agent that finds the printer away before the first
byte says so, and the job waits for another try. One that says nothing any more may have printed:
its job becomes `unclear`, and only a person has it printed again, with a mark on it.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from django.db.models import Q

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, NotFound
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.devices.models import PrintJob, PrintRoute
from outfitter_tenants.devices.print_queue import encoders

# So long an agent has for one job, printer and paper included.
LEASE: Final = timedelta(seconds=60)
# What nobody came for is not printed hours later, to everybody's surprise.
GOOD_FOR: Final = timedelta(minutes=30)
# The pulse that opens a cash drawer: who asked for it stands before it now, and later somebody else may.
DRAWER: Final = "drawer"
PULSE_GOOD_FOR: Final = timedelta(minutes=1)
MOST_TRIES: Final = 5
MOST_SHOWN: Final = 100
KEPT_FOR: Final = timedelta(days=2)
_AT_ONCE: Final = 500
_OPEN: Final = ("queued", "sending")
Ending = Literal["printed", "not_sent", "unclear", "failed"]


class PrintJobNotFound(NotFound):
    """No such print job here."""


class PrintJobTaken(DomainError):
    """The job is no longer what the caller takes it for: another printed it, or it ended."""

    code = "print_job_taken"
    status = 409


class DrawerNeedsReason(DomainError):
    """A cash drawer is opened by a sale or for a reason, never by a job that is repeated."""

    code = "drawer_needs_reason"
    status = 409


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a job goes: by a device, by QZ Tray of the browser that asks; to which printer there."""

    via: Literal["device", "qz"]
    device_id: int | None = None
    printer_name: str = ""


def create(
    *, kind: str, title: str, destination: Destination, language: str, payload: bytes, at: datetime
) -> PrintJob:
    """Return a new job; by QZ Tray the browser that asks has it already, and nobody else takes it."""
    is_mine = destination.via == "qz"
    return PrintJob.objects.create(
        kind=kind,
        title=title[:160],
        via=destination.via,
        device_id=destination.device_id,
        printer_name=destination.printer_name,
        language=language,
        payload=payload,
        state="sending" if is_mine else "queued",
        claim=uuid.uuid4() if is_mine else None,
        claimed_at=at if is_mine else None,
        attempt_cnt=1 if is_mine else 0,
        due_at=at,
        created_by=current_actor().avatar_id,
        created_at=at,
    )


def create_on(
    *, route: PrintRoute, title: str, payload: bytes, at: datetime, kind: str | None = None
) -> PrintJob:
    """Return a new job for the printer of a route that is no browser's; `kind` is the route's, or another."""
    destination = Destination("qz" if route.via == "qz" else "device", route.device_id, route.printer_name)
    language = encoders.Target(route.paper).language
    return create(
        kind=kind or route.kind,
        title=title,
        destination=destination,
        language=language,
        payload=payload,
        at=at,
    )


def claim_next(*, device_id: int, at: datetime) -> PrintJob | None:
    """Hand a device the oldest job that waits for it, to nobody else meanwhile; None: nothing waits."""
    expire(at=at)
    with atomic():
        waiting = PrintJob.objects.select_for_update(skip_locked=True).filter(
            device_id=device_id, state="queued", due_at__lte=at
        )
        row = waiting.order_by("due_at", "id").first()
        if row is None:
            return None
        row.state, row.claim, row.claimed_at = "sending", uuid.uuid4(), at
        row.attempt_cnt += 1
        row.save(update_fields=["state", "claim", "claimed_at", "attempt_cnt"])
    return row


def end(
    *, job_id: int, device_id: int | None, claim: uuid.UUID, ending: Ending, error: str, at: datetime
) -> PrintJob:
    """
    Note how a job ended for who took it; the same word again changes nothing.

    An agent that was given up may still say what became of it: `printed` makes clear what was unclear.

    :raises PrintJobNotFound: it is none of this device
    :raises PrintJobTaken: it ended otherwise, or another has it now
    """
    with atomic():
        row = _locked(job_id, device_id)
        if row.claim != claim:
            raise PrintJobTaken("Another printer has this job now.", state=row.state)
        if row.state == ending:
            return row
        if row.state != "sending" and not (row.state == "unclear" and ending in {"printed", "not_sent"}):
            raise PrintJobTaken("This print job has ended already.", state=row.state)
        row.error = error[:40]
        if ending == "not_sent" and row.state == "sending" and row.attempt_cnt < MOST_TRIES:
            # Nothing came out: another try is no second print. A job that was given up stays ended,
            # as somebody may have had it printed again meanwhile.
            row.state, row.claim = "queued", None
            row.due_at = at + timedelta(seconds=min(60, 2**row.attempt_cnt))
        else:
            row.state = "failed" if ending == "not_sent" else ending
            row.ended_at = at
        row.save(update_fields=["state", "error", "claim", "due_at", "ended_at"])
    return row


def again(*, job_id: int, mark: str, at: datetime) -> PrintJob:
    """
    Queue a job that ended once more, with `mark` on it where something may have come out before.

    By QZ Tray the browser that asks prints it.

    :raises PrintJobNotFound: there is none
    :raises PrintJobTaken: it waits or is being printed
    :raises DrawerNeedsReason: it opened a cash drawer
    """
    expire(at=at)
    with atomic():
        row = _locked(job_id, None, is_any=True)
        if row.kind == DRAWER:
            raise DrawerNeedsReason("To open the drawer again, use Open drawer and give a reason.")
        if row.state in _OPEN:
            raise PrintJobTaken("This is waiting for its printer already.", state=row.state)
        is_first = row.state in {"failed", "canceled"}
        payload = bytes(row.payload)
        made = create(
            kind=row.kind,
            title=row.title,
            destination=Destination("qz" if row.via == "qz" else "device", row.device_id, row.printer_name),
            language=row.language,
            payload=payload if is_first else encoders.marked(payload, row.language, mark),
            at=at,
        )
    return made


def cancel(*, job_id: int, at: datetime) -> PrintJob:
    """
    Have a job that waits not printed.

    :raises PrintJobNotFound: there is none
    :raises PrintJobTaken: a printer has it, or it ended
    """
    expire(at=at)
    with atomic():
        row = _locked(job_id, None, is_any=True)
        if row.state != "queued":
            raise PrintJobTaken("This can't be canceled anymore.", state=row.state)
        row.state, row.ended_at = "canceled", at
        row.save(update_fields=["state", "ended_at"])
    return row


def expire(*, at: datetime) -> None:
    """Give up what was taken and never ended (unclear), and what nobody came for (failed)."""
    silent = PrintJob.objects.filter(state="sending", claimed_at__lt=at - LEASE)
    silent.update(state="unclear", error="no_word", ended_at=at)
    is_late = Q(created_at__lt=at - GOOD_FOR) | Q(kind=DRAWER, created_at__lt=at - PULSE_GOOD_FOR)
    late = PrintJob.objects.filter(is_late, state="queued")
    late.update(state="failed", error="nobody_came", ended_at=at)


def recent(*, at: datetime) -> list[PrintJob]:
    """Return the last jobs, the newest first, without their bytes; what is given up is shown as that."""
    rows = PrintJob.objects.select_related("device").defer("payload").order_by("-id")[:MOST_SHOWN]
    return [_as_of(row, at) for row in rows]


def _as_of(row: PrintJob, at: datetime) -> PrintJob:
    # Looking writes nothing: the row says so once somebody claims or changes something.
    if row.state == "sending" and row.claimed_at is not None and row.claimed_at < at - LEASE:
        row.state, row.error = "unclear", "no_word"
    if row.state == "queued" and row.created_at < at - GOOD_FOR:
        row.state, row.error = "failed", "nobody_came"
    return row


def waiting_cnt(*, device_id: int) -> int:
    """Return how many jobs wait for a device."""
    return PrintJob.objects.filter(device_id=device_id, state="queued").count()


def forget_printed(_state: object, at: datetime) -> dict[str, object] | None:
    """Delete jobs of more than two days ago: guests' names stand in them; a daily step."""
    old = PrintJob.objects.filter(created_at__lt=at - KEPT_FOR).order_by("created_at")
    ids = list(old.values_list("pk", flat=True)[:_AT_ONCE])
    PrintJob.objects.filter(pk__in=ids).delete()
    return {} if len(ids) == _AT_ONCE else None


def _locked(job_id: int, device_id: int | None, *, is_any: bool = False) -> PrintJob:
    rows = PrintJob.objects.select_for_update(of=("self",)).filter(pk=job_id)
    mine = rows.filter(Q(device__isnull=True) if device_id is None else Q(device_id=device_id))
    row = (rows if is_any else mine).first()
    if row is None:
        raise PrintJobNotFound("Print job not found.")
    return row
