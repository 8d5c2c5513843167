"""
The job that writes to all guests of a departure or day, a few parties a chunk.

A chunk and its messages are one transaction. Whatever is done twice finds the message of the first
time: each has the key of its job and contact.
"""

from typing import Any, Final

from django.db import transaction

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import Busy, DomainError
from outfitter.plugins.contexts import context_for
from outfitter_tenants.crm.bulk_messages import guest_message, guest_recipients
from outfitter_tenants.crm.bulk_messages.types import MessageRequest
from outfitter_tenants.jobs.job_types import Chunk, Failure, JobType, Work, handles
from outfitter_tenants.messaging import job_messages
from outfitter_tenants.messaging.subscribers import operator_of
from outfitter_tenants.trips.queries.message_recipients import parties_on

KIND: Final = "messages.send"
PERMISSION: Final = "crm.send"
SIZE: Final = 20


def step(work: Work) -> Chunk:
    """Write to the next parties; those who joined meanwhile are among them, who left is not."""
    params, after = work.params, int(work.state.get("after", 0))
    wish = MessageRequest.of(params["wish"])
    parties = parties_on(timeslot_ids=params["timeslot_ids"], after_trip=after, limit=SIZE)
    reached, _skipped = guest_recipients.sort_out(parties, channel=wish.channel, statuses=params["statuses"])
    operator = operator_of(context_for(schema_name=current_schema()))
    done_cnt, failures = 0, []
    # Customers are held in one order, whatever the order of their trips.
    for one in sorted(reached, key=lambda row: (row.customer_id or 0, row.trip_id)):
        occasion = job_messages.occasion_of(job_id=work.job_id, contact=one.contact)
        if job_messages.was_written(occasion=occasion):
            continue
        try:
            with transaction.atomic():
                guest_message.write(
                    wish=wish,
                    to=one,
                    occasion=occasion,
                    job_id=work.job_id,
                    sent_by=work.reader.avatar_id,
                    operator=operator,
                    at=work.at,
                )
        except Busy:
            raise  # somebody else holds them for a moment: the whole chunk is tried again
        except DomainError as problem:
            failures.append(Failure(one.confirmation_code, problem.message))
            continue
        done_cnt += 1
    state: dict[str, Any] | None = {"after": parties[-1].trip_id} if len(parties) == SIZE else None
    return Chunk(state, done_cnt=done_cnt, failures=failures)


def tidy(work: Work) -> None:
    """Hold back what was written and has not gone."""
    job_messages.hold_back(job_id=work.job_id, at=work.at)


def install() -> None:
    """Make the job known; called when the apps are ready."""
    handles(JobType(KIND, PERMISSION, step, tidy))
