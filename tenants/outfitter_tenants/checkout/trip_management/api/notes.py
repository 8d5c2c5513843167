"""Calls around answers to custom fields, and notes (domain.md 5.7, 5.27)."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Router
from ninja.params.functions import Path

from outfitter.api.principal import allow, caller_of, public
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden, NotFound
from outfitter_tenants.checkout.bookings import schemas as r
from outfitter_tenants.checkout.bookings.schemas import CustomFieldValueAnswer, NoteAnswer
from outfitter_tenants.checkout.custom_field_answers import operations as custom_field_answers
from outfitter_tenants.checkout.custom_field_answers.operations import QuestionTarget
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor
from outfitter_tenants.checkout.trip_management import notes as noting
from outfitter_tenants.checkout.trip_response.request_context import answer, by_of, trip_id_of
from outfitter_tenants.checkout.trip_response.serializers import answer_out
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips import visibility
from outfitter_tenants.trips.operations import notes

router = Router(tags=["trips"])
_NOTE = {200: NoteAnswer, **ERRORS}
AnswerKey = Annotated[str, Path(max_length=60, description="an answer's id, or its key: scope.target.field")]


@router.post(
    "/saveCustomField/{custom_field_value}",
    auth=public,
    response={200: CustomFieldValueAnswer, **ERRORS},
    operation_id="custom_field_value_save",
)
def custom_field_value_save(
    request: HttpRequest, custom_field_value: AnswerKey, body: r.CustomFieldValueIn
) -> dict[str, object]:
    """Answer a custom field; null takes the answer away."""
    about = custom_field_answers.about_of(custom_field_value)
    by = answering(request, about, body.trip)
    custom_field_answers.save(
        about=about, value=body.value, by=by, at=utc_now(), is_public=by.avatar_id is None
    )
    return answered(request, about)


def answering(request: HttpRequest, about: QuestionTarget, trip: str | None) -> TripActor:
    """
    Return who answers: staff within their rights, or a visitor who knows their `trip`.

    :raises NotFound: there is no such answer on that trip
    :raises Forbidden: the role may not answer this
    """
    trip_id = custom_field_answers.trip_of(about)
    if caller_of(request).is_staff:
        _demand(request, about, trip_id)
        return by_of(request)
    if trip is None or trips.find_trip_id(key=trip, by_id=False) != trip_id:
        raise NotFound("Answer not found.")
    limit(f"answer:{getattr(request, 'client_ip', None)}", times=120, seconds=60)
    return TripActor(audience="online")


def answered(request: HttpRequest, about: QuestionTarget) -> dict[str, object]:
    """Return a question as it is answered now, with the version of its trip."""
    caller, trip_id = caller_of(request), custom_field_answers.trip_of(about)
    version = trips.get_trip(trip_id=trip_id).version if trip_id else None
    found = custom_field_answers.find(about)
    told = answer_out(found, is_staff=caller.is_staff, is_personal_shown=caller.can("customer.view"))
    return {"customFieldValue": told, "trip_version": version}


def _demand(request: HttpRequest, about: QuestionTarget, trip_id: int | None) -> None:
    """Refuse staff who may not answer this: guides answer what is asked at check-in."""
    caller = caller_of(request)
    if trip_id is None:
        if not caller.can("customer.edit"):
            raise Forbidden("Your role does not allow this.", permission="customer.edit")
        return
    if not caller.can("trip.view"):
        raise Forbidden("Your role does not allow this.", permission="trip.view")
    visibility.check(trip_id=trip_id, caller=caller)
    if caller.can("trip.edit"):
        return
    is_arriving = custom_field_answers.find(about).field.ask_when == "check_in"
    if not (is_arriving and caller.can("booking.check_in")):
        raise Forbidden("Your role does not allow this.", permission="trip.edit")


@router.post("/note/new/{trip}", auth=allow("trip.view"), response=_NOTE, operation_id="note_new")
def note_new(request: HttpRequest, trip: str, body: r.TripNoteIn) -> dict[str, object]:
    """Write a note on a trip; guides write guide notes."""
    return _add(request, trip[:40], body)


@router.post("/note/update", auth=allow("trip.view"), response=_NOTE, operation_id="note_make")
def note_make(request: HttpRequest, body: r.NoteMakeIn) -> dict[str, object]:
    """Write a note on the trip that the body names."""
    return _add(request, str(body.trip), body)


def _add(request: HttpRequest, key: str, body: r.TripNoteIn) -> dict[str, object]:
    values = body.model_dump(exclude={"trip"})
    done, note_id = noting.add(
        trip_id=trip_id_of(request, key), values=values, by=by_of(request), at=utc_now()
    )
    return _answer(request, done, note_id)


@router.post("/note/update/{tripNote}", auth=allow("trip.view"), response=_NOTE, operation_id="note_update")
def note_update(request: HttpRequest, tripNote: Id, body: r.NoteChangeIn) -> dict[str, object]:
    """Write a note anew."""
    sent = body.model_dump(exclude_unset=True, exclude_none=True)
    done, note_id = noting.change_note(
        trip_id=_trip_of(request, tripNote), note_id=tripNote, values=sent, by=by_of(request), at=utc_now()
    )
    return _answer(request, done, note_id)


@router.post("/note/delete/{tripNote}", auth=allow("trip.view"), response=_NOTE, operation_id="note_delete")
def note_delete(request: HttpRequest, tripNote: Id) -> dict[str, object]:
    """Take a note away."""
    done = noting.delete(
        trip_id=_trip_of(request, tripNote), note_id=tripNote, by=by_of(request), at=utc_now()
    )
    return _answer(request, done, None)


def _trip_of(request: HttpRequest, note_id: int) -> int:
    trip_id = notes.trip_of_note(note_id=note_id)
    visibility.check(trip_id=trip_id, caller=caller_of(request))
    return trip_id


def _answer(request: HttpRequest, done: ChangeResult, note_id: int | None) -> dict[str, object]:
    whole = answer(request, done)
    note = next((one for one in whole["trip"]["notes"] if one["id"] == note_id), None)
    return {**whole, "note": note}
