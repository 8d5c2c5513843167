"""Who comes, in v1's words and in ours."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from outfitter.sdk.channels import (
    BookedUnit,
    Booking,
    BookingDetails,
    Connection,
    Contact,
    Option,
    Product,
    Question,
    UnitRequest,
)
from outfitter_viator import errors
from outfitter_viator.amounts import NotAnAmount, from_viator
from outfitter_viator.errors import V1Error
from outfitter_viator.unit_types import PEOPLE, UNIT
from outfitter_viator.v1_requests import AmendmentIn, AnsweredQuestion, BookingFields, Traveller
from outfitter_viator.v2_availability import spread

_COUNTRY: Final = re.compile(r"^[A-Za-z]{2}(?=\s*\+)")


def lead(travellers: Sequence[Traveller]) -> Traveller:
    """Return who the booking is for: the lead, or else the first."""
    return next((one for one in travellers if one.lead_traveller), travellers[0])


def counts(form: BookingFields) -> dict[str, int]:
    """
    Return how many people of each band come.

    The mix says what was sold. Travellers may be fewer, where nobody was asked for the others'
    names, and are never more.

    :raises V1Error: TGDS0020 for a band that is none, TGDS0023 when the two contradict each other
    """
    named = Counter(traveller.age_band.upper() for traveller in form.traveller)
    strange = [band for band in named if band not in PEOPLE]
    if strange:
        raise V1Error(errors.FIELD_VALIDATION, f"AgeBand: {strange[0][:40]}")
    mix = form.traveller_mix.counts() if form.traveller_mix else {}
    if not mix:
        return dict(named)
    if any(mix.get(band, 0) < quantity for band, quantity in named.items()):
        raise V1Error(errors.INVALID_DATA, "TravellerMix has fewer people than Traveller.")
    return mix


def units(option: Option, form: BookingFields, *, boats: int = 1) -> tuple[UnitRequest, ...]:
    """
    Return the tickets that a party needs; `boats` is how many units were reserved.

    :raises V1Error: TGDS0036 when an age band is not sold on this option
    """
    people = counts(form)
    if option.unit(UNIT) is not None and not any(option.unit(band) for band in people):
        return _boats(form, sum(people.values()), boats)
    strange = [band for band in people if option.unit(band) is None]
    if strange:
        raise V1Error(errors.IMPOSSIBLE_MIX, f"{strange[0]} is not sold on this option.")
    found = []
    left = dict(people)
    for traveller in form.traveller:
        band = traveller.age_band.upper()
        left[band] -= 1
        found.append(
            UnitRequest(
                band,
                reference=traveller.traveller_identifier,
                contact=Contact(traveller.given_name, traveller.surname),
            )
        )
    return (*found, *(UnitRequest(band, quantity) for band, quantity in left.items() if quantity))


def _boats(form: BookingFields, people: int, boats: int) -> tuple[UnitRequest, ...]:
    first = lead(form.traveller)
    contact = Contact(first.given_name, first.surname)
    return tuple(
        UnitRequest(
            UNIT,
            reference=first.traveller_identifier if index == 0 else None,
            contact=contact if index == 0 else None,
            group_size=size,
        )
        for index, size in enumerate(spread(people, boats))
    )


def same_guests(wanted: Iterable[UnitRequest], booked: Sequence[BookedUnit]) -> tuple[UnitRequest, ...]:
    """
    Return tickets with the uuids of those that are booked already, so that guests stay who they
    are: first by Viator's number of a traveller, then whoever is left of a kind.
    """
    singles = [one for unit in wanted for one in _singles(unit)]
    free = list(booked)
    uuids: dict[int, str] = {}
    for is_exact in (True, False):
        for index, unit in enumerate(singles):
            if index in uuids:
                continue
            match = next((one for one in free if _is_match(unit, one, is_exact)), None)
            if match is not None:
                uuids[index] = match.uuid
                free.remove(match)
    return tuple(_with_uuid(unit, uuids.get(index)) for index, unit in enumerate(singles))


def _singles(unit: UnitRequest) -> list[UnitRequest]:
    if unit.quantity == 1:
        return [unit]
    return [UnitRequest(unit.unit_id) for _ in range(unit.quantity)]


def _is_match(unit: UnitRequest, booked: BookedUnit, is_exact: bool) -> bool:
    if unit.unit_id != booked.unit_id:
        return False
    return not is_exact or (unit.reference is not None and unit.reference == booked.reference)


def _with_uuid(unit: UnitRequest, uuid: str | None) -> UnitRequest:
    return UnitRequest(
        unit.unit_id, uuid=uuid, reference=unit.reference, contact=unit.contact, group_size=unit.group_size
    )


def kinds(booking: Booking) -> dict[str, int]:
    """Return how many tickets of each kind a booking has."""
    return dict(Counter(unit.unit_id for unit in booking.units))


def is_same_party(booking: Booking, wanted: Iterable[UnitRequest]) -> bool:
    """Tell whether a booking has just these tickets."""
    asked: Counter[str] = Counter()
    for unit in wanted:
        asked[unit.unit_id] += unit.quantity
    return dict(asked) == kinds(booking)


def parse_details(connection: Connection, found: Product, form: BookingFields) -> BookingDetails:
    """
    Return what a booking says beside its seats. `Amount` is net: what the operator gets.

    :raises V1Error: TGDS0023 for another currency, or no amount of it
    """
    first = lead(form.traveller)
    detail = form.contact_detail
    is_mail = detail is not None and detail.contact_type.upper() == "EMAIL"
    value = detail.contact_value.strip() if detail else ""
    contact = Contact(
        first.given_name,
        first.surname,
        email=(form.contact_email or (value if is_mail else "")).strip(),
        phone="" if is_mail else _COUNTRY.sub("", value).strip(),
        country=_country(value),
    )
    return BookingDetails(
        contact=contact,
        notes=notes(form, found),
        channel_reference=form.booking_reference,
        currency=form.currency_code.upper() if form.currency_code else None,
        amount=_amount(connection, form),
        is_amount_net=True,
        answers=_answers(found, form),
    )


def _country(value: str) -> str:
    found = _COUNTRY.match(value)
    return found.group().upper() if found else ""


def _amount(connection: Connection, form: BookingFields) -> int | None:
    ours, theirs = connection.currency, (form.currency_code or connection.currency).upper()
    if theirs != ours:
        raise V1Error(errors.INVALID_DATA, f"CurrencyCode: prices are in {ours}, not in {theirs}.")
    if form.amount is None:
        return None
    try:
        amount = from_viator(form.amount, ours)
    except NotAnAmount as problem:
        raise V1Error(errors.INVALID_DATA, f"Amount: {problem}") from problem
    if amount < 0:
        raise V1Error(errors.INVALID_DATA, "Amount: less than nothing.")
    return amount


def _answers(found: Product, form: BookingFields) -> dict[str, str]:
    """Return what was answered to questions of ours; Viator knows them by their words."""
    return {
        known.id: one.question_answer
        for one in _asked(form)
        if (known := _known(found, one.question_text)) is not None and one.question_answer.strip()
    }


def _asked(form: BookingFields) -> Sequence[AnsweredQuestion]:
    return form.required_info.question if form.required_info else ()


def _known(found: Product | None, text: str) -> Question | None:
    words = text.strip().casefold()
    asked = found.questions if found is not None else ()
    return next((one for one in asked if not one.is_per_unit and one.text.strip().casefold() == words), None)


def notes(form: BookingFields, found: Product | None = None) -> str:
    """
    Return all that the customer and Viator want the operator to know, a line each.

    What answers a question of `found` is no note: it arrives as an answer.
    """
    lines = []
    if form.special_requirement and form.special_requirement.strip():
        lines.append(form.special_requirement.strip())
    if form.pickup_point and form.pickup_point.strip():
        lines.append(f"Pickup: {form.pickup_point.strip()}")
    language = form.tour_options.language if form.tour_options else None
    if language and language.language_code:
        ways = ", ".join(language.language_option)
        lines.append(f"Language: {language.language_code}" + (f" ({ways})" if ways else ""))
    for question in _asked(form):
        if _known(found, question.question_text) is not None:
            continue
        lines.append(f"{question.question_text.strip()}: {question.question_answer.strip()}")
    if form.inclusions and form.inclusions.inclusion:
        lines.append("Included: " + "; ".join(form.inclusions.inclusion))
    if isinstance(form, AmendmentIn):
        lines += [form.supplier_note.strip()] if form.supplier_note else []
        lines += form.additional_remarks.remark if form.additional_remarks else []
    return "\n".join(line for line in lines if line)[:10_000]
