"""What a voice agent needs to know when the phone rings: in one answer, so that nobody hears silence."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from outfitter.db.tenant_schema import current_schema
from outfitter.kit import zones
from outfitter.plugins import contexts
from outfitter_tenants.ai_agents.agent_settings import AgentLimits
from outfitter_tenants.ai_agents.speech import Speaker
from outfitter_tenants.calendar import queries as calendar
from outfitter_tenants.calendar.queries import ExperienceDetails
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling import serializers
from outfitter_tenants.scheduling.queries.timeslots import TimeslotRow
from outfitter_tenants.trips.queries import phone_trips

_LOOK_AHEAD: Final = timedelta(days=7)
_MOST_EXPERIENCES: Final = 60
_MOST_DEPARTURES: Final = 200


def init_data(*, phone: str | None, limits: AgentLimits, speaker: Speaker, at: datetime) -> dict[str, Any]:
    """Return AgentInitOut; who calls from `phone` (E.164, None: withheld) has proved nothing."""
    own = people.get_properties()
    rows = catalog.list_live()[:_MOST_EXPERIENCES]
    found = calendar.details_of(rows, at=at, languages=[speaker.language])
    policies = limits.policies
    return {
        "account": {
            "name": contexts.context_for(schema_name=current_schema()).name,
            "locale": own.locale,
            "time_zone": own.time_zone,
            "currency": own.currency,
            "hours": limits.hours,
            "policies_text": policies.get(speaker.language) or policies.get(own.locale[:2]) or "",
        },
        "experiences": [_experience(one) for one in found],
        "next_dates": _next_dates(found, speaker, at),
        "customer": _customer(phone, at) if phone else None,
        "limits": {"max_pax": limits.max_pax, "can_create": limits.can_create},
        "handoff_number": limits.handoff_number or None,
    }


def _experience(one: ExperienceDetails) -> dict[str, Any]:
    return {
        "id": one.row.id,
        "name": one.row.name,
        "description": one.row.short_description,
        "duration_minutes": one.row.duration_minutes,
        "min_price": one.min_price,
        "customer_types": [
            {
                "customer_type_id": price.ticket.customer_type_id,
                "name": price.ticket.name,
                "price": price.amount,
                "min_age": price.ticket.min_age,
                "max_age": price.ticket.max_age,
                "min_qty": price.ticket.min_qty,
                "max_qty": price.ticket.max_qty,
            }
            for price in one.prices
        ],
    }


def _next_dates(found: Sequence[ExperienceDetails], speaker: Speaker, at: datetime) -> list[dict[str, Any]]:
    """Return the departures of a week that can be booked, and of later ones the first day."""
    today = zones.local_day(at, speaker.time_zone)
    near = {one.row.id for one in found if one.next_date and one.next_date <= today + _LOOK_AHEAD}
    slots = scheduling.timeslots_of_experiences(
        experience_ids=near, first=today, last=today + _LOOK_AHEAD, at=at
    )
    days: dict[tuple[int, Any], list[TimeslotRow]] = {
        (one.row.id, one.next_date): [] for one in found if one.next_date and one.row.id not in near
    }
    for slot in slots[:_MOST_DEPARTURES]:
        if serializers.timeslot(slot, audience="online", crew=None, at=at)["is_bookable"]:
            days.setdefault((slot.experience_id, slot.date), []).append(slot)
    return [
        {
            "experience_id": experience_id,
            "date": day,
            "spoken": speaker.day(zones.day_bounds(day, speaker.time_zone)[0]),
            "timeslots": [_departure(slot, speaker) for slot in rows],
        }
        for (experience_id, day), rows in sorted(days.items(), key=lambda item: (item[0][1], item[0][0]))
    ]


def _departure(slot: TimeslotRow, speaker: Speaker) -> dict[str, Any]:
    return {
        "timeslot_id": slot.id,
        "start_time": slot.start_time.strftime("%H:%M"),
        "start_at": slot.start_at,
        "seats": slot.remaining.of("online", "ai_agent"),
        "spoken": speaker.time(slot.start_at),
    }


def _customer(phone: str, at: datetime) -> dict[str, Any] | None:
    """Return whose number it is, and that there are trips: what they are is for who proves it."""
    ids = customers.ids_with_phone(phone=phone)
    trips = phone_trips.find_all(phone=phone, customer_ids=ids, at=at)
    names = customers.first_names(ids=ids[:1])
    if not ids and not trips:
        return None
    first = next(iter(names.values()), "") or next((trip.contact_first_name for trip in trips), "")
    return {
        # A number that several people share is nobody's in particular.
        "first_name": first if len(ids) < 2 else "",
        "open_trips": [
            {"trip_id": trip.pk, "status": trip.status}
            for trip in trips
            if trip.first_start_at is None or trip.first_start_at > at
        ],
    }
