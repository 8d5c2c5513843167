"""What can be announced about a departure: ready words in the languages of who is on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from outfitter.kit.locales import ROUTE_LOCALES, route_locale
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.devices.announcements import call_sentences, templates
from outfitter_tenants.devices.announcements.call_sentences import Occasion
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips

MOST_SUGGESTED: Final = 3


@dataclass(frozen=True, slots=True)
class ReadyText:
    """A text in one language, with its fields filled in."""

    language: str
    text: str


@dataclass(frozen=True, slots=True)
class ReadyCall:
    """One thing to announce, by the name of what ships (`shipped`) or the operator's own name."""

    shipped: str | None
    name: str
    texts: tuple[ReadyText, ...]


@dataclass(frozen=True, slots=True)
class BoardingCall:
    """What can be announced about a departure, and in which languages its guests were written to."""

    timeslot_id: int
    suggested_languages: tuple[str, ...]
    calls: tuple[ReadyCall, ...]


def boarding_call(*, timeslot_id: int) -> BoardingCall:
    """
    Return the ready words for a departure, in every language the office speaks.

    :raises TimeslotNotFound: there is no such departure
    """
    slot = scheduling.get_timeslot(timeslot_id=timeslot_id)
    occasion = _occasion(slot.experience_id, datetime.combine(slot.date, slot.start_time))
    has_place = bool(occasion.place.get(""))
    calls = [
        _shipped_call(name, occasion) for name in call_sentences.SHIPPED if has_place or name != "boarding_at"
    ]
    calls += [
        ReadyCall(
            None,
            row.name,
            tuple(
                ReadyText(language, call_sentences.render(text, occasion, language=language))
                for language, text in sorted(row.texts.items())
            ),
        )
        for row in templates.list_live()
    ]
    return BoardingCall(timeslot_id, _languages(timeslot_id), tuple(calls))


def _shipped_call(name: call_sentences.Shipped, occasion: Occasion) -> ReadyCall:
    ready = [
        ReadyText(language, call_sentences.render(text, occasion, language=language))
        for language in ROUTE_LOCALES
        if (text := call_sentences.shipped_text(name, language=language)) is not None
    ]
    return ReadyCall(name, name, tuple(ready))


def _occasion(experience_id: int, local_start: datetime) -> Occasion:
    rows = list(catalog.list_experiences(ids={experience_id}).values())
    own = rows[0]
    places = {place.id: place for place in catalog.list_locations()}
    place = places.get(own.location_id or 0)
    fallback = place.name if place else ""
    names, meeting = {"": own.name}, {"": _place(own.meeting_point) or fallback}
    for language in ROUTE_LOCALES:
        (row,) = catalog.localized(rows, languages=(language,))
        names[language] = row.name
        meeting[language] = _place(row.meeting_point) or fallback
    return Occasion(local_start, names, meeting)


def _place(meeting_point: str) -> str:
    return call_sentences.first_line([line for line in meeting_point.splitlines() if line.strip()])


def _languages(timeslot_id: int) -> tuple[str, ...]:
    """Return the operator's language and those that most guests of the departure are written to in."""
    orders = trips.orders_on_timeslots(timeslot_ids=[timeslot_id])
    counted: dict[str, int] = {}
    for order in orders:
        language = route_locale(order.trip.locale)
        counted[language] = counted.get(language, 0) + len(_guests(order))
    own = route_locale(people.get_properties().locale)
    others = sorted((one for one in counted if one != own), key=lambda one: (-counted[one], one))
    return (own, *others)[:MOST_SUGGESTED]


def _guests(order: object) -> Sequence[object]:
    found: Sequence[object] = getattr(order, "live_bookings", ())
    return found
