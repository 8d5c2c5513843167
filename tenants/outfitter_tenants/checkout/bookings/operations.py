"""Who travels on a ticket: names, address, birthday, the customer, what was asked of them."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from outfitter.kit.errors import Invalid
from outfitter.kit.zones import local_day
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.bookings.customer_type_change import retype
from outfitter_tenants.checkout.custom_field_answers import operations as custom_field_answers
from outfitter_tenants.checkout.sale_terms.contacts import clean_phone, region_of
from outfitter_tenants.checkout.trip_changes.change import Change, ChangeResult, TripActor, change_trip
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips.operations import guests as rows

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking

OLDEST_YEARS = 130


def save(
    *,
    trip_id: int,
    booking_id: int,
    values: Mapping[str, Any],
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Write what is known of a guest; parts that are not in `values` stay as they are.

    `values` may hold `guest` (first_name, last_name, email, phone, birth_date), `customer_id`,
    `pickup`, `experience_customer_type_id` and `answers`: pairs of a custom field and its answer.

    :raises Invalid: a field breaks a rule
    :raises SoldOut: another customer type takes seats that are not there
    :raises StaleVersion: somebody changed the trip since `version`
    """
    kind_id = values.get("experience_customer_type_id")
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, is_money=kind_id is not None) as change:
        booking = change.booking(booking_id)
        before = _facts(booking)
        if kind_id is not None:
            retype(change, booking, experience_customer_type_id=kind_id)
        guest = _clean(values.get("guest") or {}, change)
        rows.write_guest(
            booking=booking,
            guest=guest,
            customer_id=_customer(values, booking),
            pickup=values.get("pickup", booking.pickup),
        )
        _check_age(change, booking)
        told = _answer(change, booking, values.get("answers") or ())
        after = _facts(booking)
        if before != after or told:
            changed = {key: after[key] for key in after if after[key] != before[key]}
            change.log(
                "booking.saved",
                entity_type="booking",
                entity_id=booking.pk,
                before={**{key: before[key] for key in changed}, **{k: v[0] for k, v in told}},
                after={**changed, **{key: value[1] for key, value in told}},
            )
    return change.result


def _facts(booking: "Booking") -> dict[str, object]:
    return {
        **rows.facts_of(booking),
        "experience_customer_type_id": booking.experience_customer_type_id,
        "unit_amount": booking.unit_amount,
    }


def _clean(guest: Mapping[str, Any], change: Change) -> dict[str, object]:
    found = dict(guest)
    if "phone" in found:
        region = change.trip.contact_country or region_of(people.get_properties().locale)
        found["phone"] = clean_phone(found["phone"], region=region, name="guest.phone")
    born = found.get("birth_date")
    if born is not None:
        zone = scheduling.zone_of(time_zone=None)
        today = local_day(change.at, zone)
        if born > today:
            raise Invalid({"guest.birth_date": ["A date of birth can't be in the future."]})
        if born.year < today.year - OLDEST_YEARS:
            raise Invalid({"guest.birth_date": ["Please check the year."]})
    return found


def _customer(values: Mapping[str, Any], booking: "Booking") -> int | None:
    if "customer_id" not in values:
        return booking.customer_id
    if values["customer_id"] is None:
        return None
    try:
        return customers.get_customer(customer_id=values["customer_id"]).pk
    except customers.CustomerNotFound as problem:
        raise Invalid({"customer_id": ["Customer not found."]}) from problem


def age_on(born: date, day: date) -> int:
    """Return how old somebody is on a day, in whole years; 29 February counts from 1 March."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def _check_age(change: Change, booking: "Booking") -> None:
    """Tell staff that a guest does not fit the ticket, refuse strangers (domain.md 3.4)."""
    born, slot = booking.guest_birth_date, booking.trip_order.timeslot
    if born is None:
        return
    kinds = catalog.experience_customer_types(experience_id=booking.trip_order.experience_id)
    kind = next((k for k in kinds if k.id == booking.experience_customer_type_id), None)
    day = slot.date if slot else local_day(change.at, scheduling.zone_of(time_zone=None))
    age = age_on(born, day)
    if kind is None or (kind.min_age or 0) <= age <= (kind.max_age or OLDEST_YEARS + 1):
        return
    message = f"{kind.name} is for ages {_ages(kind.min_age, kind.max_age)}; this guest is {age}."
    if change.by.audience == "online":
        raise Invalid({"guest.birth_date": [message]})
    change.warn("age_mismatch", message, "block_online")


def _ages(least: int | None, most: int | None) -> str:
    if most is None:
        return f"{least} and over"
    return f"up to {most}" if not least else f"{least} to {most}"


def _answer(
    change: Change, booking: "Booking", answers: Sequence[tuple[int, Any]]
) -> list[tuple[str, tuple[Any, Any]]]:
    told = []
    for field_id, value in answers:
        about = custom_field_answers.QuestionTarget("booking", booking.pk, field_id)
        told += custom_field_answers.put(change, about, value, name=f"customFieldValues.{field_id}")
    return told
