"""What the guests of a trip have to sign, for whoever holds its link or stands at the desk."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from outfitter.kit.person_names import full_name
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.waivers import queries as signed
from outfitter_tenants.waivers.rules import requirements, texts

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking, Trip


class TemplateShown(TypedDict):
    """A template as signers read it, in the language closest to theirs."""

    id: int
    version: int
    name: str
    kind: str
    requires: list[str]
    locale: str
    locales: list[str]
    body_html: str
    questions: list[dict[str, Any]]


class GuestState(TypedDict):
    """How far a guest is with one template; the name is empty when nobody said it."""

    booking_id: int
    name: str
    ticket: str
    is_minor: bool
    state: str
    waiver_id: int | None


class RequiredWaiver(TypedDict):
    """A template and the guests who sign it."""

    template: TemplateShown
    guests: list[GuestState]


def waivers_of_trip(*, trip: "Trip", locale: str) -> list[RequiredWaiver]:
    """Return the templates that guests of a trip sign, each with its text and how far everybody is."""
    return _required([one for order in trips.active_orders(trip=trip) for one in order.live_bookings], locale)


def waivers_of_guests(
    *, booking_ids: Sequence[int], template_ids: Sequence[int] | None, locale: str
) -> list[RequiredWaiver]:
    """Return the same for some guests of one or several trips, and these templates where some are named."""
    found = []
    for trip_id in sorted(
        {brief["id"] for brief in trips.trips_of_bookings(booking_ids=booking_ids).values()}
    ):
        trip = trips.get_trip(trip_id=trip_id)
        guests = [one for order in trips.active_orders(trip=trip) for one in order.live_bookings]
        found += _required([one for one in guests if one.pk in booking_ids], locale)
    return [row for row in found if template_ids is None or row["template"]["id"] in template_ids]


def _required(guests: "Sequence[Booking]", locale: str) -> list[RequiredWaiver]:
    known = signed.booking_rows(booking_ids=[one.pk for one in guests])
    found: dict[int, RequiredWaiver] = {}
    # Everybody on an experience is asked the same: it is read once, however large the party is.
    here = {one.trip_order.experience_id for one in guests}
    required = {pk: signed.required_templates(experience_id=pk) for pk in here}
    texts_of = {pk: signed.asked_templates(experience_id=pk) for pk in here}
    for one in guests:
        experience_id = one.trip_order.experience_id
        asked = required[experience_id]
        states = requirements.effective(asked.get(one.experience_customer_type_id, ()), known.get(one.pk, ()))
        templates = {row.id: row for row in texts_of[experience_id]}
        waiver_ids = {row.template_id: row.waiver_id for row in known.get(one.pk, ())}
        for template_id, state in states.items():
            if template_id not in templates:
                continue
            row = found.setdefault(
                template_id, {"template": template_out(templates[template_id], locale), "guests": []}
            )
            row["guests"].append(_guest(one, state, waiver_ids.get(template_id)))
    return list(found.values())


def template_out(template: signed.AskedTemplate, locale: str) -> TemplateShown:
    """Return a template as signers read it, in the language closest to theirs."""
    shown = texts.text_in(template.texts, template.questions, locale, template.locale)
    return {
        "id": template.id,
        "version": template.version,
        "name": template.name,
        "kind": template.kind,
        "requires": list(template.requires),
        "locale": shown["locale"],
        "locales": list(template.texts),
        "body_html": shown["body_html"],
        "questions": shown["questions"],
    }


def _guest(one: "Booking", state: str, waiver_id: int | None) -> GuestState:
    kind = one.experience_customer_type
    return {
        "booking_id": one.pk,
        "name": full_name(one.guest_first_name, one.guest_last_name),
        "ticket": kind.label or kind.customer_type.name,
        "is_minor": kind.requires_waiver == "minor",
        "state": state,
        "waiver_id": waiver_id,
    }
