"""Files that people give as answers to custom fields (domain.md 5.7)."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from ninja import File, Router
from ninja.files import UploadedFile
from pydantic import StringConstraints

from outfitter.api.principal import caller_of, public
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden, Invalid, NotFound
from outfitter_tenants.checkout.bookings.schemas import CustomFieldValueAnswer
from outfitter_tenants.checkout.custom_field_answers import operations as custom_field_answers
from outfitter_tenants.checkout.custom_field_answers.operations import CustomFieldQuestion, QuestionTarget
from outfitter_tenants.checkout.trip_management.api.notes import AnswerKey, answered, answering
from outfitter_tenants.fields import answer_files
from outfitter_tenants.fields.rules.file_types import MOST_BYTES
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips import visibility

router = Router(tags=["trips"])
TripHash = Annotated[str, StringConstraints(max_length=40)]


@router.post(
    "/uploadCustomField/{custom_field_value}",
    auth=public,
    response={200: CustomFieldValueAnswer, **ERRORS},
    operation_id="custom_field_file_upload",
)
def custom_field_file_upload(
    request: HttpRequest,
    custom_field_value: AnswerKey,
    trip: TripHash = "",
    file: File[UploadedFile | None] = None,
) -> dict[str, object]:
    """Answer a custom field with a file; visitors name their trip by its hash."""
    about = custom_field_answers.about_of(custom_field_value)
    by = answering(request, about, trip or None)
    limit(f"answer-file:{by.avatar_id or getattr(request, 'client_ip', None)}", times=60, seconds=600)
    if file is None:
        raise Invalid({"file": ["Please choose a file."]})
    if (file.size or 0) > MOST_BYTES:
        raise Invalid({"file": ["This file is too large. Files can be up to 10 MB."]})
    custom_field_answers.save_file(
        about=about,
        name=file.name or "",
        data=file.read(),
        by=by,
        at=utc_now(),
        is_public=by.avatar_id is None,
    )
    return answered(request, about)


@router.get(
    "/downloadCustomField/{custom_field_value}",
    auth=public,
    response=ERRORS,
    operation_id="custom_field_file_download",
)
def custom_field_file_download(
    request: HttpRequest, custom_field_value: AnswerKey, trip: TripHash = ""
) -> HttpResponse:
    """Return the file that a custom field was answered with; visitors name their trip by its hash."""
    asked = _readable(request, custom_field_answers.about_of(custom_field_value), trip)
    answer = asked.answer.value if asked.answer else None
    data = answer_files.read(answer)
    if answer is None or data is None:
        raise NotFound("File not found.")
    response = HttpResponse(data, content_type=answer["media_type"])
    # Whatever somebody smuggled into it, a browser saves it and runs nothing.
    response["Content-Disposition"] = content_disposition_header(True, answer["name"]) or "attachment"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["Cache-Control"] = "private, no-store"
    return response


def _readable(request: HttpRequest, about: QuestionTarget, trip: str) -> CustomFieldQuestion:
    """
    Return a question whose answer the caller may see.

    :raises NotFound: there is none on that trip, or it is told to nobody who opens it by its link
    :raises Forbidden: the role does not show it
    """
    caller, trip_id = caller_of(request), custom_field_answers.trip_of(about)
    if not caller.is_staff:
        if not trip or trips.find_trip_id(key=trip, by_id=False) != trip_id:
            raise NotFound("File not found.")
        asked = custom_field_answers.find(about, is_public=True)
        if asked.field.is_pii or asked.field.is_health:
            raise NotFound("File not found.")
        return asked
    wanted = "customer.view" if trip_id is None else "trip.view"
    if not caller.can(wanted):
        raise Forbidden("Your role does not allow this.", permission=wanted)
    if trip_id is not None:
        visibility.check(trip_id=trip_id, caller=caller)
    asked = custom_field_answers.find(about)
    if asked.field.is_pii and not caller.can("customer.view"):
        raise Forbidden("Your role does not allow this.", permission="customer.view")
    return asked
