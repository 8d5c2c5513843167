"""Places in line as people see them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.db.read_cache import read_cache
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.guest_type_names import GuestTypeNames
from outfitter_tenants.checkout.waitlist import places
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.queries import TimeslotRow
from outfitter_tenants.waitlist import queries
from outfitter_tenants.waitlist.rules.line_order import Departure

if TYPE_CHECKING:
    from outfitter_tenants.waitlist.models import WaitlistEntry


def waitlist(*, timeslot_id: int, names: GuestTypeNames, at: datetime) -> dict[str, object]:
    """
    Return who is in line for a departure, and what it is worth; for staff.

    :raises TimeslotNotFound: there is none
    """
    with read_cache():
        slot = scheduling.get_timeslot(timeslot_id=timeslot_id, at=at)
        departure = Departure(slot.id, slot.date)
        rows = queries.list_in_line(departure=departure, experience_id=slot.experience_id)
        known = resellers.names_of(ids={row.reseller_id for row in rows if row.reseller_id is not None})
        kinds = kind_names(slot.experience_id, names)
        shown = [_entry(row, slot, kinds, known, at) for row in rows]
        properties = people.get_properties()
    return {
        "data": shown,
        "party_cnt": len(rows),
        "pax_cnt": sum(row.pax_cnt for row in rows),
        "worth": sum(places.worth_of(row, slot, at=at) for row in rows),
        "currency": properties.currency,
        "is_on": properties.is_waitlist_on,
        "offer_minutes": properties.waitlist_offer_minutes,
    }


def _entry(
    row: "WaitlistEntry",
    slot: TimeslotRow,
    kinds: Mapping[str, str],
    partners: Mapping[int, str],
    at: datetime,
) -> dict[str, object]:
    names = ("id", "status", "first_name", "last_name", "email", "phone", "pax_cnt", "flexibility")
    more = ("timeslot_id", "date_from", "date_to", "offer_timeslot_id", "created_at")
    return {
        **{name: getattr(row, name) for name in (*names, *more)},
        "guests": guests(row, kinds),
        "reseller_name": partners.get(row.reseller_id) if row.reseller_id is not None else None,
        "worth": places.worth_of(row, slot, at=at),
        "offer_ends_at": row.offer_expires_at if row.status == "offered" else None,
    }


def place(row: "WaitlistEntry", *, names: GuestTypeNames, at: datetime) -> dict[str, object]:
    """Return one place in line to whoever holds its address."""
    slot = places.departure_of(row, at=at)
    said = places.text(row, at=at)
    return {
        "status": row.status,
        **_departure(slot),
        "guests": guests(row, kind_names(slot.experience_id, names)),
        "flexibility": row.flexibility,
        "offer_ends_at": row.offer_expires_at if row.status == "offered" else None,
        "worth": places.worth_of(row, slot, at=at),
        "currency": people.get_properties().currency,
        "heading": said["heading"],
        "intro": said["intro"],
    }


def desk_rows(
    rows: Sequence["WaitlistEntry"], *, names: GuestTypeNames, at: datetime
) -> list[dict[str, object]]:
    """Return places in line to the agents who took them."""
    slots = scheduling.get_timeslot_refs(
        ids={row.offer_timeslot_id or row.timeslot_id for row in rows}, at=at
    )
    shown = []
    for row in rows:
        slot = slots[row.offer_timeslot_id or row.timeslot_id]
        shown.append(
            {
                "id": row.pk,
                "status": row.status,
                **_departure(slot),
                "first_name": row.first_name,
                "last_name": row.last_name,
                "guests": guests(row, kind_names(slot.experience_id, names)),
                "flexibility": row.flexibility,
                "offer_ends_at": row.offer_expires_at if row.status == "offered" else None,
            }
        )
    return shown


def guests(row: "WaitlistEntry", kinds: Mapping[str, str]) -> list[dict[str, object]]:
    """Return a party by kinds of guests."""
    return [
        {"experience_customer_type_id": int(key), "name": kinds.get(key, ""), "qty": int(qty)}
        for key, qty in row.qty_by_type.items()
    ]


def kind_names(experience_id: int, names: GuestTypeNames) -> dict[str, str]:
    """Return what an experience's kinds of guests are called: their id, as JSON has it -> name."""
    kinds = catalog.experience_customer_types(experience_id=experience_id)
    return {str(kind.id): names.of(kind.name) for kind in kinds}


def _departure(slot: TimeslotRow) -> dict[str, object]:
    return {
        "experience_name": slot.experience_name,
        "date": slot.date,
        "start_time": f"{slot.start_time:%H:%M}",
        "is_flex": slot.is_flex,
    }
