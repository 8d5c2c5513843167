"""Routes of messages from templates and by hand: to one person, or to all guests (domain.md 5.6)."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Router

from outfitter.api.lists import viewer_of
from outfitter.api.principal import allow, allow_unscoped, caller_of
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden
from outfitter_tenants.checkout.printouts.attached_papers import Paper
from outfitter_tenants.crm.bulk_messages import bulk_start, guest_message
from outfitter_tenants.crm.bulk_messages import schemas as s
from outfitter_tenants.crm.bulk_messages.types import GuestScope, MessageRequest
from outfitter_tenants.crm.callers import operator_here, writer_of
from outfitter_tenants.trips import visibility

router = Router(tags=["templates"])
SEND = allow("crm.send")
# A whole departure is everybody's.
SEND_ALL = allow_unscoped("crm.send")
TemplateId = Annotated[int, Path(ge=1, le=2**63 - 1)]
JobId = Annotated[int, Path(ge=1, le=2**63 - 1)]


@router.post(
    "/api/template/{template}/send",
    auth=SEND,
    response={200: s.TemplateSentOut, **ERRORS},
    operation_id="template_send",
)
def template_send(request: HttpRequest, template: TemplateId, body: s.TemplateSendIn) -> dict[str, Any]:
    """Send a template, or what somebody wrote in its frame, to the customer of a trip."""
    caller = writer_of(request)
    guest_message.find_template(template_id=template)
    if body.trip_id is not None:
        visibility.check(trip_id=body.trip_id, caller=caller)
    elif caller.scope != "all":
        raise Forbidden("Your role only shows some bookings.", permission="crm.send")
    message_id = guest_message.send_to_one(
        wish=_wish(template, body, tuple(body.attachments)),
        trip_id=body.trip_id,
        customer_id=body.customer_id,
        payment_id=body.payment_id,
        caller=caller,
        ctx=operator_here(),
        at=utc_now(),
    )
    return {"message_ids": [message_id]}


@router.post(
    "/api/template/{template}/sendToTimeslot",
    auth=SEND_ALL,
    response={200: s.TemplateToManyOut, **ERRORS},
    operation_id="template_send_to_timeslot",
)
def template_send_to_timeslot(
    request: HttpRequest, template: TemplateId, body: s.TemplateToTimeslotIn
) -> dict[str, Any]:
    """Send a template to the guests of a departure, or (dry run) say who would get it."""
    scope = GuestScope(timeslot_id=body.timeslot_id, statuses=tuple(body.only_statuses))
    return _to_many(request, scope, _wish(template, body), is_dry=body.dry_run)


@router.post(
    "/api/template/{template}/sendToExperienceDate",
    auth=SEND_ALL,
    response={200: s.TemplateToManyOut, **ERRORS},
    operation_id="template_send_to_date",
)
def template_send_to_date(
    request: HttpRequest, template: TemplateId, body: s.TemplateToDateIn
) -> dict[str, Any]:
    """Send a template to the guests of an experience's day, or (dry run) say who would get it."""
    scope = GuestScope(experience_id=body.experience_id, day=body.date, statuses=tuple(body.only_statuses))
    return _to_many(request, scope, _wish(template, body), is_dry=body.dry_run)


def _wish(template_id: int, body: s.TemplateWordsIn, papers: tuple[Paper, ...] = ()) -> MessageRequest:
    return MessageRequest(
        template_id=template_id,
        channel=body.channel,
        note=body.note,
        subject=body.subject,
        body=body.body,
        papers=papers,
    )


def _to_many(
    request: HttpRequest, scope: GuestScope, wish: MessageRequest, *, is_dry: bool
) -> dict[str, Any]:
    begun = bulk_start.start(
        scope=scope,
        wish=wish,
        reader=viewer_of(request),
        name=caller_of(request).name,
        ctx=operator_here(),
        at=utc_now(),
        is_dry=is_dry,
    )
    found, sample = begun.found, begun.sample
    return {
        "recipients_cnt": len(found.reached),
        "skipped": found.skipped_cnts(),
        "reached": [
            {
                "trip_id": one.trip_id,
                "confirmation_code": one.confirmation_code,
                "name": one.name,
                "to": one.contact,
                "locale": one.locale,
            }
            for one in found.reached[: bulk_start.MOST_SHOWN]
        ],
        "left_out": found.skipped[: bulk_start.MOST_SHOWN],
        "sample": None
        if sample is None
        else {
            "name": found.reached[0].name,
            "to": found.reached[0].contact,
            "subject": sample.subject,
            "text": sample.text,
            "sms": sample.sms,
            "segments": sample.segments,
            "missing": list(sample.missing),
        },
        "job_id": begun.job_id,
    }


@router.get(
    "/api/messages/bulk/{job}/get",
    auth=SEND_ALL,
    response={200: s.BulkProgressOut, **ERRORS},
    operation_id="messages_bulk_get",
)
def messages_bulk_get(request: HttpRequest, job: JobId) -> dict[str, Any]:
    """Return how far a message to many has come."""
    return bulk_start.progress(job_id=job, reader=viewer_of(request))


@router.post(
    "/api/messages/bulk/{job}/cancel",
    auth=SEND_ALL,
    response={200: s.BulkProgressOut, **ERRORS},
    operation_id="messages_bulk_cancel",
)
def messages_bulk_cancel(request: HttpRequest, job: JobId) -> dict[str, Any]:
    """Write to nobody more, and hold back what has not gone."""
    reader = viewer_of(request)
    bulk_start.take_back(job_id=job, reader=reader, at=utc_now())
    return bulk_start.progress(job_id=job, reader=reader)
