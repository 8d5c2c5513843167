"""What every call around a trip shares: which trip is meant, who changes it, what is answered."""

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja.params.functions import Path

from outfitter.api.principal import caller_of
from outfitter.api.schemas import Out
from outfitter.db.configuration import configuration
from outfitter.kit.clock import utc_now
from outfitter.plugins import idempotency
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor
from outfitter_tenants.checkout.trip_response.schemas import TripAnswer
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.resellers.rules.allowances import EVERYTHING
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips import visibility

TripKey = Annotated[str, Path(max_length=40, description="a trip's hash; staff may use its number")]
# A use case that still lacks who changes the trip, when, and the version they saw.
Work = Callable[..., int | ChangeResult]


def trip_id_of(request: HttpRequest, key: str, permission: str = "trip.view") -> int:
    """
    Return the trip a caller means. A hash is a key of its own; numbers are for staff.

    :raises TripNotFound: there is none this caller may see
    """
    caller = caller_of(request)
    by_id = caller.is_staff and caller.can(permission)
    return visibility.find_trip_id(key=key, by_id=by_id, caller=caller)


def lockable_trip_id_of(request: HttpRequest, key: str, permission: str = "trip.view") -> int:
    """
    Return the same for use cases that begin by locking the trip, and refuse one that is not there.

    A number of somebody who reaches every trip needs no look of its own.

    :raises TripNotFound: there is none this caller may see, as far as was looked
    """
    caller = caller_of(request)
    is_number = key.isascii() and key.isdecimal() and len(key) < 19
    if is_number and caller.is_staff and caller.can(permission) and caller.scope == "all":
        return int(key)
    return trip_id_of(request, key, permission)


def trip_of_order(request: HttpRequest, trip_order_id: int) -> int:
    """
    Return the trip of an order within the reach of a member of staff.

    :raises NotFound: there is none this caller may see
    """
    trip_id = trips.trip_of_order(trip_order_id=trip_order_id)
    visibility.check(trip_id=trip_id, caller=caller_of(request))
    return trip_id


def trip_of_booking(request: HttpRequest, booking_id: int) -> int:
    """
    Return the trip of a guest within the reach of a member of staff.

    :raises NotFound: there is none this caller may see
    """
    return trip_of_order(request, trips.order_of_booking(booking_id=booking_id))


def by_of(request: HttpRequest, *, is_overbooking: bool = False) -> TripActor:
    """Return the member of staff who asks, as one who changes a trip."""
    caller = caller_of(request)
    is_agent = caller.scope == "reseller"
    return TripActor(
        avatar_id=caller.avatar_id,
        name=caller.name,
        audience="reseller" if is_agent else "direct",
        permissions=caller.permissions,
        is_overbooking=is_overbooking,
        max_discount_ppm=caller.max_manual_discount_ppm,
        is_agent=is_agent,
        allowed=resellers.allowances_of(reseller_id=caller.reseller_id) if is_agent else EVERYTHING,
    )


def answer(request: HttpRequest, done: int | ChangeResult) -> dict[str, Any]:
    """Return what every change of a trip answers: the trip whole, and warnings (domain.md 5.0)."""
    what = done if isinstance(done, ChangeResult) else ChangeResult(done)
    full = trip_full(
        trip_id=what.trip_id, at=utc_now(), principal=caller_of(request), languages=reader_languages(request)
    )
    return {"trip": full, "warnings": list(what.warnings)}


def trip_change(route: Callable[..., Work]) -> Callable[..., dict[str, object]]:
    """
    Carry out what a route of staff returns, as the caller and now, and answer the trip.

    The route takes a `body` with a `version` and binds all else that its use case asks for.
    """

    @wraps(route)
    def respond(request: HttpRequest, **asked: Any) -> dict[str, object]:
        work = route(request, **asked)
        with configuration(caller_of(request).configuration_version):
            return answer(request, work(by=by_of(request), at=utc_now(), version=asked["body"].version))

    return respond


def answer_once(
    request: HttpRequest, work: Callable[[], dict[str, object]], shape: type[Out], *, name: str | None = None
) -> HttpResponse:
    """
    Do something and answer it; sent again under the same key it is not done again.

    The key is the caller's own: theirs as a member of staff, or by the `name` given.
    """

    def respond() -> HttpResponse:
        with configuration(caller_of(request).configuration_version):
            shaped = shape.model_validate(work())
            return HttpResponse(shaped.model_dump_json(), content_type="application/json")

    return idempotency.run_once(request, name or f"avatar:{caller_of(request).avatar_id}", respond)


def change_once(request: HttpRequest, work: Callable[[], ChangeResult]) -> HttpResponse:
    """Change a trip and answer it whole; sent again under the same key it is not changed again."""
    return answer_once(request, lambda: answer(request, work()), TripAnswer)
