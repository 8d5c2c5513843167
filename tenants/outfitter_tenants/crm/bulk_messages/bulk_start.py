"""Messages to many, begun, looked at and taken back."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from outfitter.db.lists import ListReader
from outfitter.db.locks import atomic
from outfitter.features import switches
from outfitter.kit.errors import Invalid, NotFound
from outfitter.plugins.types import TenantContext
from outfitter_tenants.crm.bulk_messages import guest_message, guest_recipients
from outfitter_tenants.crm.bulk_messages.job import KIND
from outfitter_tenants.crm.bulk_messages.types import GuestScope, MessageRequest, Recipients
from outfitter_tenants.jobs import queries as jobs
from outfitter_tenants.jobs.operations import creation
from outfitter_tenants.messaging import job_messages, message_rows
from outfitter_tenants.messaging.rendered_message import RenderedMessage
from outfitter_tenants.messaging.subscribers import operator_of

MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class BulkStart:
    """Who gets a message and who does not; without a job nothing was begun."""

    found: Recipients
    job_id: int | None = None
    # How it reads, to whom is reached first.
    sample: RenderedMessage | None = None


class NotABulkMessage(NotFound):
    """No such message to many."""


def start(
    *,
    scope: GuestScope,
    wish: MessageRequest,
    reader: ListReader,
    name: str,
    ctx: TenantContext,
    at: datetime,
    is_dry: bool = False,
) -> BulkStart:
    """
    Write to everybody of a departure or day, once for each contact, as a job.

    With `is_dry` only say who gets it.

    :raises TimeslotNotFound: there is no such departure
    :raises ExperienceNotFound: there is no such experience
    :raises TemplateNotFound: there is no such template
    :raises TemplateDoesNotFit: the template is for other experiences, or says nothing by this way
    :raises UnknownMergeField: what somebody wrote names a field there is not
    :raises Invalid: there is nothing to say, or nobody to say it to
    :raises TextsNotConnected: it is a text, and nobody carries any
    :raises TooMany: five tasks of the reader have not ended
    :raises FeatureOff: whoever runs the platform stopped this here
    """
    switches.require("bulk_messages")
    template = guest_message.find_template(template_id=wish.template_id)
    found = guest_recipients.find(scope=scope, channel=wish.channel)
    guest_message.check(wish, template, experience_ids=found.experience_ids)
    if is_dry:
        return BulkStart(found, sample=_sample(wish, found, ctx))
    guest_message.demand_words(wish)
    if not found.reached:
        raise Invalid({"recipients": ["No one on this list can get this message."]})
    with atomic():
        job = creation.start(
            kind=KIND,
            params={
                "timeslot_ids": list(found.timeslot_ids),
                "statuses": list(scope.statuses),
                "wish": wish.stored(),
            },
            title={"scope": "timeslot" if scope.timeslot_id else "date", **found.title},
            reader=reader,
            name=name,
            at=at,
            total_cnt=len(found.reached),
        )
    return BulkStart(found, job.pk)


def _sample(wish: MessageRequest, found: Recipients, ctx: TenantContext) -> RenderedMessage | None:
    # While somebody still chooses, there may be no words yet.
    if not found.reached or not guest_message.has_words(wish):
        return None
    first = found.reached[0]
    return guest_message.rendered(
        wish=wish, trip_id=first.trip_id, order_id=first.order_id, operator=operator_of(ctx)
    )


def progress(*, job_id: int, reader: ListReader) -> dict[str, Any]:
    """
    Return BulkProgressOut.

    :raises JobNotFound: there is none this person may see
    :raises NotABulkMessage: the job does something else
    """
    job = _job(job_id, reader)
    return {
        "job_id": job.id,
        "status": job.status,
        "title": job.title,
        "total_cnt": job.total_cnt,
        "counts": job_messages.counts_of(job_id=job.id),
        "next_due_at": job_messages.next_due_at(job_id=job.id),
        "messages": message_rows.shown(job_messages.list_of(job_id=job.id, limit=MOST_SHOWN)),
    }


def take_back(*, job_id: int, reader: ListReader, at: datetime) -> None:
    """
    Write to nobody more, and hold back what has not gone. Twice is once.

    :raises JobNotFound: there is none this person may see
    :raises NotABulkMessage: the job does something else
    """
    job = _job(job_id, reader)
    with atomic():
        if job.status in jobs.OPEN and not job.is_cancel_asked:
            _cancel(job.id, reader, at)
        job_messages.hold_back(job_id=job.id, at=at)


def _cancel(job_id: int, reader: ListReader, at: datetime) -> None:
    try:
        creation.cancel(job_id=job_id, reader=reader, at=at)
    except creation.Ended:
        return  # it ended a moment ago: what it wrote is held back all the same


def _job(job_id: int, reader: ListReader) -> jobs.JobRow:
    job = jobs.get_job(job_id=job_id, reader=reader)
    if job.kind != KIND:
        raise NotABulkMessage("This task doesn't send messages.")
    return job
