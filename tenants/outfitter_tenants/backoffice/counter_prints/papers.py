"""What is to be printed, found within the reach of who asks, as slips."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.http import HttpRequest

from outfitter.api.principal import caller_of
from outfitter.db.configuration import configuration
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import Forbidden, Invalid
from outfitter.printers.slips import Slip
from outfitter_tenants.backoffice.counter_prints.departure_slip import departure_slip
from outfitter_tenants.backoffice.manifests import printout
from outfitter_tenants.backoffice.manifests import queries as manifests
from outfitter_tenants.backoffice.manifests.serializers import call_types
from outfitter_tenants.backoffice.manifests.staff_reader import reader_of
from outfitter_tenants.backoffice.manifests.visibility import VisibleDay
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.localization import normal
from outfitter_tenants.checkout.printouts.slips.paper_fields import PaperChoice
from outfitter_tenants.checkout.printouts.slips.trip_papers import TripPaper, slips_of_trip
from outfitter_tenants.checkout.trip_response.request_context import trip_of_booking
from outfitter_tenants.devices.print_queue import print_routes
from outfitter_tenants.people import logos
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import visibility


@dataclass(frozen=True, slots=True)
class Subject:
    """What is printed: a trip, some of its guests, or a departure. One of the three."""

    trip_id: int | None = None
    booking_ids: tuple[int, ...] = ()
    timeslot_id: int | None = None

    def check(self, kind: str) -> None:
        """
        Refuse what doesn't say what is to be printed.

        :raises Invalid: none or several are named, or a paper of this kind isn't made of it
        """
        named = [self.trip_id is not None, bool(self.booking_ids), self.timeslot_id is not None]
        if sum(named) != 1:
            raise Invalid({"trip_id": ["Name a trip, guests of a trip, or a departure."]})
        if (self.timeslot_id is not None) != (kind == "departure"):
            raise Invalid({"kind": ["This paper isn't made of that."]})


@dataclass(frozen=True, slots=True)
class Printed:
    """Slips, and what people call them."""

    title: str
    slips: list[Slip]


def choice_of(kind: str) -> PaperChoice:
    """Return what the operator wants on papers of a kind, with its logo."""
    row = print_routes.list_templates()[kind]
    return with_logo(PaperChoice(frozenset(row.fields), row.footer))


def with_logo(choice: PaperChoice) -> PaperChoice:
    """Return a choice with the operator's logo, where it is wanted and there is one."""
    if not choice.has("logo"):
        return choice
    folder = settings.MEDIA_ROOT / current_schema()
    found = logos.read(address=people.get_properties().logo_url, folder=folder)
    return PaperChoice(choice.fields, choice.footer, found)


def slips_of(request: HttpRequest, kind: print_routes.Kind, subject: Subject, *, at: datetime) -> Printed:
    """
    Return what is to be printed.

    :raises Invalid: it isn't said what
    :raises NotFound: there is none this caller may see
    :raises NothingToPrint: there is nothing to hand out
    """
    subject.check(kind)
    if kind == "departure":
        return _departure(request, subject.timeslot_id or 0, at)
    if kind == "receipt" and not caller_of(request).sees_prices:
        raise Forbidden("Your role does not allow this.")
    trip_id = _trip(request, subject)
    paper: TripPaper = kind
    ids = subject.booking_ids or None
    made = slips_of_trip(trip_id=trip_id, kind=paper, choice=choice_of(kind), at=at, booking_ids=ids)
    return Printed(made.title, made.slips)


def _trip(request: HttpRequest, subject: Subject) -> int:
    if subject.trip_id is not None:
        visibility.find_trip_id(key=str(subject.trip_id), by_id=True, caller=caller_of(request))
        return subject.trip_id
    found = {trip_of_booking(request, booking_id) for booking_id in subject.booking_ids}
    if len(found) > 1:
        raise Invalid({"booking_ids": ["These guests are on different trips."]})
    return found.pop()


def _departure(request: HttpRequest, timeslot_id: int, at: datetime) -> Printed:
    caller = caller_of(request)
    with configuration(caller.configuration_version):
        body = manifests.manifest_of_timeslot(timeslot_id=timeslot_id, at=at, sight=VisibleDay.of(caller))
        reader = reader_of(caller)
        call_types(body, catalog.guest_type_names(languages=(normal(reader.locale),)))
    experience: dict[str, list[dict[str, object]]] = body["experience"]  # type: ignore[assignment]
    [slot] = experience["timeslots"]
    sheet = printout.sheet([experience], slot["date"], reader, at=at)  # type: ignore[arg-type]
    slip = departure_slip(sheet, choice_of("departure"), locale=reader.locale)
    return Printed(f"{experience['name']} {slot['start_time']}", [slip])
