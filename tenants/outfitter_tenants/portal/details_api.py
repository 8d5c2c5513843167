"""What customers tell us of their trip: who travels, answers, questions, how it was (domain.md 5.8)."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import File, Router
from ninja.files import UploadedFile
from ninja.params.functions import Path

from outfitter.api.principal import anonymous
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.checkout.self_service import feedback, guests
from outfitter_tenants.checkout.self_service.guests import GivenAnswer
from outfitter_tenants.fields.rules.file_types import MOST_BYTES
from outfitter_tenants.messaging.reviews import ReviewDraft
from outfitter_tenants.portal import requests as r
from outfitter_tenants.portal import schemas as s
from outfitter_tenants.portal import trip_page
from outfitter_tenants.portal.change_schemas import TripSavedOut
from outfitter_tenants.portal.trip_link import TripHash, find_trip_id
from outfitter_tenants.trips import queries as trips

router = Router(tags=["portal"])
AnswerKey = Annotated[str, Path(min_length=1, max_length=60, description="a question's key")]


@router.post(
    "/api/customerPortal/{hash}/guests/save",
    auth=anonymous,
    response={200: TripSavedOut, **ERRORS},
    operation_id="customer_portal_guests_save",
)
def guests_save(request: HttpRequest, hash: TripHash, body: r.GuestsSaveIn) -> dict[str, Any]:  # noqa: A002
    """Save who travels: all guests that are named, or none."""
    trip_id = find_trip_id(request, hash)
    sent = [one.model_dump(exclude_unset=True) for one in body.guests]
    ids = [one.pop("booking_id") for one in sent]
    if len(set(ids)) < len(ids):
        raise Invalid({"guests": ["Name each guest only once."]})
    values: Any = dict(zip(ids, sent, strict=True))
    guests.save_guests(trip_id=trip_id, guests=values, at=utc_now())
    return _saved(trip_id)


@router.post(
    "/api/customerPortal/{hash}/answers/save",
    auth=anonymous,
    response={200: TripSavedOut, **ERRORS},
    operation_id="customer_portal_answers_save",
)
def answers_save(request: HttpRequest, hash: TripHash, body: r.AnswersSaveIn) -> dict[str, Any]:  # noqa: A002
    """Save answers to the operator's questions: all, or none."""
    trip_id = find_trip_id(request, hash)
    given = [GivenAnswer(one.key, one.value) for one in body.answers]
    guests.save_answers(trip_id=trip_id, answers=given, at=utc_now())
    return _saved(trip_id)


@router.post(
    "/api/customerPortal/{hash}/answers/{key}/file",
    auth=anonymous,
    response={200: TripSavedOut, **ERRORS},
    operation_id="customer_portal_answer_file",
)
def answer_file(
    request: HttpRequest,
    hash: TripHash,  # noqa: A002
    key: AnswerKey,
    file: File[UploadedFile | None] = None,
) -> dict[str, Any]:
    """Answer a question that wants a file; `answers/save` with null takes it away."""
    trip_id = find_trip_id(request, hash)
    limit(f"portal-file:{getattr(request, 'client_ip', None)}", times=60, seconds=600)
    if file is None:
        raise Invalid({"file": ["Please choose a file."]})
    if (file.size or 0) > MOST_BYTES:
        raise Invalid({"file": ["This file is too large. Files can be up to 10 MB."]})
    guests.save_file(trip_id=trip_id, key=key, name=file.name or "", data=file.read(), at=utc_now())
    return _saved(trip_id)


@router.post(
    "/api/customerPortal/{hash}/questions/create",
    auth=anonymous,
    response={200: list[s.PortalMessageOut], **ERRORS},
    operation_id="customer_portal_question_create",
)
def question_create(
    request: HttpRequest,
    hash: TripHash,  # noqa: A002
    body: r.QuestionIn,
) -> list[dict[str, object]]:
    """Ask the operator something; answers what was asked and answered so far."""
    trip_id = find_trip_id(request, hash)
    feedback.ask(trip_id=trip_id, body=body.body, at=utc_now())
    return trip_page.thread(trip_id)


@router.post(
    "/api/customerPortal/{hash}/review/save",
    auth=anonymous,
    response={200: s.PortalReviewOut, **ERRORS},
    operation_id="customer_portal_review_save",
)
def review_save(request: HttpRequest, hash: TripHash, body: r.TripReviewIn) -> dict[str, object]:  # noqa: A002
    """Say how it was, once."""
    trip_id = find_trip_id(request, hash)
    draft = ReviewDraft(body.rating, body.body, body.is_public, body.nps)
    return trip_page.review_out(feedback.give_review(trip_id=trip_id, draft=draft, at=utc_now()))


def _saved(trip_id: int) -> dict[str, Any]:
    return {"version": trips.get_trip(trip_id=trip_id).version}
