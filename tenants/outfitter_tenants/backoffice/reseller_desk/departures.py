"""What an agent can sell: the departures of a day, and the next one for a party."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

from outfitter.kit import zones
from outfitter_tenants.backoffice.reseller_desk.sellers import Seller
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.guest_type_names import GuestTypeNames
from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing import queries as pricing
from outfitter_tenants.resellers.queries import Partner
from outfitter_tenants.resellers.rules.commission import Line, commission_of
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.queries import TimeslotRow

METHOD: Final = "reseller"
AUDIENCE: Final = "reseller"
# So far ahead a party's next departure is looked for.
AHEAD: Final = timedelta(days=13)


def day_of(*, day: date, seller: Seller, names: GuestTypeNames, at: datetime) -> dict[str, object]:
    """
    Return the departures of a local day that an agent can sell, by experience, full ones among them.

    What their partner does not see is not there. Prices are null for who sees none.
    """
    slots = _on_sale(scheduling.timeslots_of_day(date=day, at=at), seller.partner, at)
    known = catalog.list_experiences(ids={slot.experience_id for slot in slots})
    prices = _prices(slots, seller, at)
    by_experience: dict[int, list[TimeslotRow]] = {}
    for slot in slots:
        by_experience.setdefault(slot.experience_id, []).append(slot)
    properties = people.get_properties()
    return {
        "date": day,
        "today": zones.local_day(at, properties.time_zone),
        "currency": properties.currency,
        "is_waitlist_on": properties.is_waitlist_on,
        "experiences": [
            _experience(known[key], mine, prices, names)
            for key, mine in sorted(by_experience.items(), key=lambda item: known[item[0]].position)
        ],
    }


def _on_sale(rows: Sequence[TimeslotRow], partner: Partner, at: datetime) -> list[TimeslotRow]:
    """Return what a partner sells of these departures, under its own booking terms."""
    terms = scheduling.terms_of_partner(reseller_id=partner.id)
    slots = (scheduling.timeslot_under(row, terms) for row in rows)
    return [slot for slot in slots if _is_on_sale(slot, partner, at)]


def _is_on_sale(slot: TimeslotRow, partner: Partner, at: datetime) -> bool:
    """Return whether a partner sells a departure now, whatever seats are left."""
    if slot.experience_status != "live" or slot.experience_id in partner.hidden_experience_ids:
        return False
    return slot.slot.is_open(AUDIENCE, at)


def _experience(
    row: ExperienceRow,
    slots: Sequence[TimeslotRow],
    prices: Mapping[int, Mapping[int, dict[str, int]]],
    names: GuestTypeNames,
) -> dict[str, object]:
    return {
        "id": row.id,
        "name": row.name,
        "color": row.color,
        "image": row.hero_image,
        "duration_minutes": row.duration_minutes,
        "meeting_point": row.meeting_point,
        "is_requires_review": row.is_requires_review,
        "guest_types": [
            {
                "experience_customer_type_id": kind.id,
                "name": names.of(kind.name),
                "min_age": kind.min_age,
                "max_age": kind.max_age,
                "max_qty": kind.max_qty,
                "pax_per_booking": kind.pax_per_booking,
            }
            for kind in row.customer_types
        ],
        "departures": [_departure(slot, prices.get(slot.id, {})) for slot in slots],
    }


def _departure(slot: TimeslotRow, prices: Mapping[int, dict[str, int]]) -> dict[str, object]:
    least, most = slot.party(AUDIENCE)
    return {
        "timeslot_id": slot.id,
        "date": slot.date,
        "start_time": f"{slot.start_time:%H:%M}",
        "is_flex": slot.is_flex,
        "left": slot.remaining.of(AUDIENCE, METHOD),
        "min_pax": least,
        "max_pax": most,
        "prices": [{"experience_customer_type_id": kind, **price} for kind, price in prices.items()],
    }


def _prices(slots: Sequence[TimeslotRow], seller: Seller, at: datetime) -> dict[int, dict[int, Any]]:
    """Return price, net price and commission of a single ticket: departure -> guest type -> amounts."""
    if not seller.sees_prices:
        return {}
    buyer = pricing.Buyer(METHOD, AUDIENCE, seller.partner.id)
    found = pricing.prices_of_timeslots(slots=slots, buyer=buyer, at=at)
    return {
        one["timeslot_id"]: {
            price["experience_customer_type_id"]: _amounts(one["experience_id"], price, seller.partner)
            for price in one["prices"]
        }
        for one in (dict[str, Any](row) for row in found)
    }


def _amounts(experience_id: int, price: Mapping[str, Any], partner: Partner) -> dict[str, int]:
    """Return what a guest pays for a ticket, what the partner earns of it, and what we get."""
    shown, ticket = price["price"], price["ticket_amount"]
    earned = commission_of(
        terms=partner.terms, lines=[Line("ticket", ticket, experience_id)], guests={experience_id: 1}
    ).commission_amount
    return {"price": shown, "commission_amount": earned, "net_amount": shown - earned}


def next_departures(
    parties: Sequence[tuple[int, Mapping[int, int]]], *, seller: Seller, at: datetime
) -> list[dict[str, object] | None]:
    """
    Return the next departure that takes each party, in two weeks; None where there is none.

    A party is an experience and guests by experience customer type. One statement for all.
    """
    today = zones.local_day(at, people.get_properties().time_zone)
    ids = {experience_id for experience_id, _ in parties}
    known = catalog.list_experiences(ids=ids)
    rows = scheduling.timeslots_of_experiences(experience_ids=ids, first=today, last=today + AHEAD, at=at)
    slots = _on_sale(rows, seller.partner, at)
    return [_first(slots, known.get(experience_id), wanted) for experience_id, wanted in parties]


def _first(
    slots: Sequence[TimeslotRow], experience: ExperienceRow | None, wanted: Mapping[int, int]
) -> dict[str, object] | None:
    if experience is None:
        return None
    kinds = {kind.id: kind for kind in experience.customer_types}
    if not wanted.keys() <= kinds.keys():
        return None
    pax = {kind: kinds[kind].pax_of(qty) for kind, qty in wanted.items()}
    for slot in slots:
        least, most = slot.party(AUDIENCE)
        if (
            slot.experience_id == experience.id
            and least <= sum(pax.values()) <= most
            and slot.remaining.has(AUDIENCE, METHOD, pax)
        ):
            return _departure(slot, {})
    return None
