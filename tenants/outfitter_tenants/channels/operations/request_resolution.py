"""A channel's wish, found in what it sells: option, departure, party, price."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Final

from outfitter.kit.zones import local_day
from outfitter.plugins.channels.booking_types import BookingDetails, DepartureRef, UnitRequest
from outfitter.plugins.channels.catalog_types import Connection
from outfitter.plugins.channels.errors import CurrencyMismatch, PriceChanged, UnknownDeparture, UnknownProduct
from outfitter_tenants.audit.actor import Actor
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.channels.queries import connections as connected
from outfitter_tenants.channels.queries import mappings
from outfitter_tenants.channels.rules.party_mapping import party_of, require_groups
from outfitter_tenants.channels.rules.product_options import MappedOption
from outfitter_tenants.channels.types import AUDIENCE, METHOD
from outfitter_tenants.checkout.sale_terms.contacts import region_of
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.queries import (
    DepartureRow,
    PartnerTimeslotQuery,
    TimeslotForSale,
    TimeslotRow,
)

# A channel never sits at the desk: it has no permission at all.
BY: Final = TripActor(audience=AUDIENCE)
LEAST_MINUTES: Final = 1


def actor_of(connection: Connection) -> Actor:
    """Return who the log says did it."""
    return Actor(type="channel", name=f"{connection.title} ({connection.channel})"[:160])


@dataclass(frozen=True, slots=True)
class ConnectionTerms:
    """What of a connection a booking depends on and a plugin is not told."""

    reseller_id: int
    is_guest_told: bool
    region: str

    @classmethod
    def of(cls, connection: Connection) -> "ConnectionTerms":
        """Read them."""
        row = connected.get_row(connection_id=connection.id)
        return cls(row.reseller_id, row.is_guest_told, region_of(connection.locale))


@dataclass(frozen=True, slots=True)
class ResolvedOption:
    """An option and a departure of it, with the party that is meant."""

    option: MappedOption
    offered: TimeslotForSale
    kinds: Mapping[int, catalog.CustomerTypeRow]

    @property
    def slot(self) -> TimeslotRow:
        """Return the departure."""
        return self.offered.slot


def resolve_option(
    connection: Connection, *, product_id: str, option_id: str | None, at: DepartureRef, now: datetime
) -> ResolvedOption:
    """
    Return what is meant.

    :raises UnknownProduct, UnknownOption, UnknownDeparture: as named
    """
    option = mappings.option_of(connection_id=connection.id, product_ref=product_id, option_ref=option_id)
    experience = catalog.list_experiences(ids=[option.experience_id]).get(option.experience_id)
    if experience is None or not experience.is_public:
        raise UnknownProduct(product_id)
    zone = scheduling.zone_of(time_zone=experience.time_zone)
    offered = _departure(option, at, zone, now)
    return ResolvedOption(option, offered, {kind.id: kind for kind in experience.online_types})


def _departure(option: MappedOption, at: DepartureRef, zone: str, now: datetime) -> TimeslotForSale:
    found = _named(at.departure_id) if at.departure_id is not None else _on_day(option, at, zone, now)
    if not found or (len(found) > 1 and not _is_exact(at)):
        raise UnknownDeparture(at.departure_id or "")
    try:
        offered = scheduling.get_timeslot_for_sale(timeslot_id=found[0], at=now)
    except scheduling.TimeslotNotFound:
        raise UnknownDeparture(at.departure_id or "") from None
    slot = offered.slot
    is_sold = slot.status != "cancelled" and slot.experience_id == option.experience_id
    if not is_sold or not _is_at(option, slot.start_time):
        raise UnknownDeparture(at.departure_id or "")
    return offered


def _named(text: str) -> list[int]:
    return [int(text)] if text.isascii() and text.isdecimal() and len(text) < 19 else []


def _on_day(option: MappedOption, at: DepartureRef, zone: str, now: datetime) -> list[int]:
    day = local_day(at.starts_at, zone) if at.starts_at is not None else at.date
    if day is None:
        return []
    asked = PartnerTimeslotQuery(now, METHOD, option.experience_id, day, day)
    rows = scheduling.departures_for_partners(asked)
    return [row.id for row in rows if _is_at(option, row.start_time) and _is_meant(row, at)]


def _is_at(option: MappedOption, start: time) -> bool:
    return not option.start_times or start.replace(second=0) in option.start_times


def _is_meant(row: DepartureRow, at: DepartureRef) -> bool:
    if at.starts_at is not None:
        return row.start_at == at.starts_at
    return at.time is None or row.start_time.replace(second=0) == at.time.replace(second=0)


def _is_exact(at: DepartureRef) -> bool:
    return at.starts_at is not None or at.time is not None


def party(place: ResolvedOption, units: Sequence[UnitRequest]) -> dict[int, int]:
    """
    Return the party by our customer types.

    :raises UnknownUnit, Malformed, PartyRefused: as named
    """
    found = party_of(place.option, units)
    require_groups(place.option, place.kinds, units)
    return found


def until_of(connection: Connection, minutes: int | None, now: datetime) -> datetime:
    """Return until when seats are held: as wanted, within what was agreed."""
    wanted = connection.hold_minutes if minutes is None else minutes
    return now + timedelta(minutes=max(LEAST_MINUTES, min(wanted, connection.most_hold_minutes)))


@dataclass(frozen=True, slots=True)
class PriceRequest:
    """What a channel says it all costs, as the trip takes it; `theirs` is what it said."""

    total: int | None
    net: int | None
    theirs: int | None
    is_net: bool


def price_request_of(
    connection: Connection, details: BookingDetails, units: Sequence[UnitRequest]
) -> PriceRequest:
    """
    Return it: the channel's figures count only where the connection keeps their prices.

    :raises CurrencyMismatch: it is another currency than the operator's
    """
    if details.currency and details.currency.upper() != connection.currency:
        raise CurrencyMismatch(ours=connection.currency, theirs=details.currency)
    amounts = [unit.amount for unit in units]
    summed = None
    if units and all(amount is not None for amount in amounts):
        summed = sum((unit.amount or 0) * unit.quantity for unit in units)
    theirs = details.amount if details.amount is not None else summed
    is_net = details.amount is not None and details.is_amount_net
    if connection.price_mode != "theirs" or theirs is None:
        return PriceRequest(None, None, theirs, is_net)
    if is_net:
        return PriceRequest(summed, theirs, theirs, is_net=True)
    return PriceRequest(theirs, None, theirs, is_net=False)


def require_price(connection: Connection, details: BookingDetails, *, total: int, net: int) -> None:
    """
    Refuse to sell at our price what the channel sells at another, where that binds us.

    :raises PriceChanged: both figures, in minor units
    """
    if not details.is_amount_binding or details.amount is None or connection.price_mode == "theirs":
        return
    ours = net if details.is_amount_net else total
    if ours != details.amount:
        raise PriceChanged(ours=ours, theirs=details.amount)
