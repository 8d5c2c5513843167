"""Calls that call departures off (domain.md 4.25, 5.23)."""

from dataclasses import asdict

from django.http import HttpRequest
from ninja import Router

from outfitter.api.lists import viewer_of
from outfitter.api.principal import allow_unscoped, caller_of
from outfitter.api.schemas import ERRORS, Id
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.plugins.contexts import context_for
from outfitter_tenants.checkout import mass_cancellation
from outfitter_tenants.checkout.mass_cancellation import DepartureScope, MassCancellationRequest
from outfitter_tenants.checkout.mass_cancellation import schemas as r
from outfitter_tenants.checkout.mass_cancellation import schemas as s
from outfitter_tenants.checkout.trip_response.request_context import by_of
from outfitter_tenants.messaging import subscribers as messaging
from outfitter_tenants.scheduling.schemas.timeslots import Day

router = Router(tags=["timeslots"])
CANCEL = allow_unscoped("timeslot.cancel")
_ANSWER = {200: s.CalledOffAnswer, **ERRORS}
_NOTHING = {"departures": None, "money": None, "messages": None, "blocked": None}


@router.post("/api/timeslot/{timeslot}/cancel", auth=CANCEL, response=_ANSWER, operation_id="timeslot_cancel")
def timeslot_cancel(request: HttpRequest, body: r.CancelDeparturesIn, timeslot: Id) -> dict[str, object]:
    """Cancel a departure, and the orders of its guests by a job."""
    return _answer(request, DepartureScope(timeslot_id=timeslot), body)


@router.post(
    "/api/timeslots/experienceDate/{experienceDate}/cancel",
    auth=CANCEL,
    response=_ANSWER,
    operation_id="experience_date_cancel",
)
def experience_date_cancel(
    request: HttpRequest, body: r.CancelDeparturesIn, experienceDate: Id
) -> dict[str, object]:
    """Cancel all departures of an experience on one day."""
    return _answer(request, DepartureScope(experience_date_id=experienceDate), body)


@router.post("/api/timeslots/day/{date}/cancel", auth=CANCEL, response=_ANSWER, operation_id="day_cancel")
def day_cancel(request: HttpRequest, body: r.CancelDayIn, date: Day) -> dict[str, object]:
    """Cancel all departures of one day, but those of some experiences."""
    scope = DepartureScope(day=date, exclude_experience_ids=tuple(body.exclude_experience_ids))
    return _answer(request, scope, body)


def _answer(request: HttpRequest, scope: DepartureScope, body: r.CancelDeparturesIn) -> dict[str, object]:
    order, at = _order(body), utc_now()
    if body.dry_run:
        return _previewed(request, scope, order)
    if not order.reason:
        raise Invalid({"reason": ["Enter a reason."]})
    if body.only_empty:
        done = mass_cancellation.cancel_empty(scope=scope, reason=order.reason, at=at)
        return {**asdict(done), **_NOTHING}
    begun = mass_cancellation.start(
        scope=scope, order=order, reader=viewer_of(request), name=caller_of(request).name, at=at
    )
    return {**asdict(begun), **_NOTHING}


def _previewed(
    request: HttpRequest, scope: DepartureScope, order: MassCancellationRequest
) -> dict[str, object]:
    order.check()
    found = mass_cancellation.preview(
        timeslot_ids=scope.timeslot_ids(),
        order=order,
        by=by_of(request),
        operator=messaging.operator_of(context_for(schema_name=current_schema())),
        at=utc_now(),
    )
    return {"job_id": None, "timeslot_ids": [], "released_hold_cnt": 0, **asdict(found)}


def _order(body: r.CancelDeparturesIn) -> MassCancellationRequest:
    return MassCancellationRequest(
        reason=body.reason,
        cause=body.cause,
        refund_mode=body.refund_mode,
        is_notified=body.notify is not None,
        note=body.notify.note if body.notify else "",
        allow_self_rebook=body.allow_self_rebook,
        allow_other_experience=body.allow_other_experience,
    )
