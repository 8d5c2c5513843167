"""Departures as v2's events: what can be had, how many seats there are, until when."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from outfitter.sdk.channels import Departure, Option, Unit, UnitRequest
from outfitter_viator import times, v2_prices
from outfitter_viator.settings import SpecialOffer
from outfitter_viator.unit_types import UNIT

SOLD_OUT: Final = "SOLD_OUT"
PAST_CUTOFF: Final = "PAST_BOOKING_CUTOFF"
NO_COMBINATION: Final = "UNSUPPORTED_TICKET_COMBINATION"
LIMITED: Final = "LIMITED_AVAILABILITY"
# What Viator has a word for. A departure that is refused for another reason is not told of at all.
REASONS: Final[Mapping[str, str]] = {
    "sold_out": SOLD_OUT,
    "too_few_seats": LIMITED,
    "past_cutoff": PAST_CUTOFF,
    "party": NO_COMBINATION,
}
# Tickets that take no seat still have a number; this many is no bound.
UNBOUNDED: Final = 999


def wanted(option: Option, tickets: Mapping[str, int], travelers: int) -> list[UnitRequest] | None:
    """
    Return the units that a party asks for, None when the option has no such ticket.

    The people of a party are spread evenly over its units: Viator tells only how many they are
    together, and sells one unit at a time so far.
    """
    if any(option.unit(band) is None for band in tickets):
        return None
    found = []
    for band, quantity in tickets.items():
        if band == UNIT:
            found += [UnitRequest(UNIT, group_size=size) for size in spread(travelers, quantity)]
        else:
            found.append(UnitRequest(band, quantity))
    return found


def spread(people: int, units: int) -> list[int]:
    """Return how many people come on each of some units, at least one on each."""
    units = max(units, 1)
    whole, rest = divmod(max(people, units), units)
    return [whole + (1 if index < rest else 0) for index in range(units)]


def is_over_full(option: Option, tickets: Mapping[str, int], travelers: int) -> bool:
    """Tell whether more people come than fit into the units."""
    unit = option.unit(UNIT)
    units = tickets.get(UNIT, 0)
    return bool(unit and units and travelers > units * v2_prices.people_in(unit))


def capacity(option: Option, departure: Departure) -> dict[str, Any]:
    """Return how many seats a departure has and has left, for every band that is on sale."""
    if departure.vacancies is None and not departure.unit_vacancies:
        return {"type": "UNLIMITED"}
    units = v2_prices.sold_bands(option)
    size = units[0].pax if [unit.unit_id for unit in units] == [UNIT] else 1
    left = departure.vacancies
    remaining = UNBOUNDED if left is None else max(left, 0) // max(size, 1)
    whole = (departure.capacity or 0) // max(size, 1)
    return {
        "type": "LIMITED",
        "vacancies": _vacancies(units, departure, remaining),
        "original": max(whole, remaining, 1),
        "remaining": remaining,
    }


def _vacancies(units: Sequence[Unit], departure: Departure, remaining: int) -> list[dict[str, Any]]:
    shared: list[str] = []
    found: list[dict[str, Any]] = []
    for unit in units:
        if unit.pax == 1 and unit.unit_id != UNIT and unit.unit_id not in departure.unit_vacancies:
            shared.append(unit.unit_id)
            continue
        found.append(
            {
                "types": [unit.unit_id],
                "quantity": _left_of(unit, departure, remaining),
                "quantityType": "PER_TYPE",
            }
        )
    if shared:
        found.insert(0, {"types": shared, "quantity": remaining, "quantityType": "SHARED"})
    return found


def _left_of(unit: Unit, departure: Departure, remaining: int) -> int:
    own = departure.unit_vacancies.get(unit.unit_id)
    if own is not None:
        return max(own, 0)
    if departure.vacancies is None:
        return UNBOUNDED
    if unit.pax == 0:
        # Somebody who needs no seat comes with somebody who does.
        return UNBOUNDED if remaining else 0
    return max(departure.vacancies, 0) // unit.pax


def reason(departure: Departure) -> str | None:
    """
    Return why a departure cannot be had, None when it can, "" when it is not to be told of.
    """
    if departure.refusal is None:
        return None
    return REASONS.get(departure.refusal, "")


def checked(
    option: Option, departure: Departure, offers: Sequence[SpecialOffer], *, why: str | None
) -> dict[str, Any]:
    """Return an event of a check; `why` it cannot be had, None when it can."""
    found: dict[str, Any] = {"status": "AVAILABLE" if why is None else "UNAVAILABLE"}
    if not departure.is_all_day:
        found["startTime"] = times.short(departure.starts_at.time())
    if why is not None:
        found["unavailableReason"] = why
    found["capacity"] = capacity(option, departure)
    found["bookingCutoff"] = times.instant(departure.cutoff_at)
    if why is None:
        found["price"] = v2_prices.price_of(option, departure, offers, is_tiered=False)
    return found


def listed(
    option: Option, departure: Departure, offers: Sequence[SpecialOffer], *, why: str | None
) -> dict[str, Any]:
    """Return an event of a calendar; `why` it cannot be had, None when it can."""
    found: dict[str, Any] = {"status": "AVAILABLE" if why is None else "UNAVAILABLE"}
    if departure.is_all_day:
        found["openingHours"] = {"coordinateStartTimes": False, "hours": [_hours(departure)]}
    else:
        found["startTime"] = times.short(departure.starts_at.time())
    if why is not None:
        found["unavailableReason"] = why
    found["bookingCutoff"] = times.instant(departure.cutoff_at)
    found["capacity"] = capacity(option, departure)
    found["price"] = v2_prices.price_of(option, departure, offers, is_tiered=True)
    return found


def _hours(departure: Departure) -> dict[str, str]:
    start, end = departure.starts_at, departure.ends_at.astimezone(departure.starts_at.tzinfo)
    last = times.short(end.time()) if end.date() == start.date() else "23:59"
    return {"from": times.short(start.time()), "to": last}
