"""What a connection can sell: departures and days, few statements however many they are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from outfitter.accounts import queries as accounts
from outfitter.kit.zones import local_day
from outfitter.plugins.channels.booking_types import UnitRequest
from outfitter.plugins.channels.catalog_types import Departure, UnitPrice
from outfitter.plugins.channels.errors import CurrencyMismatch, MalformedRequest, UnknownOption
from outfitter_tenants.channels.queries import allotments, mappings
from outfitter_tenants.channels.queries.catalog_snapshot import CatalogSnapshot, load_shelf
from outfitter_tenants.channels.rules.allotments import Allotment, AllotmentShare, has_bounds
from outfitter_tenants.channels.rules.departure_payload import DepartureSerializer
from outfitter_tenants.channels.rules.offer_prices import OfferPreview
from outfitter_tenants.channels.rules.party_mapping import party_of
from outfitter_tenants.channels.rules.product_options import MappedOption
from outfitter_tenants.channels.types import METHOD, MOST_DAYS
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.rules.offer_codes import REASONS
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.queries import DepartureRow, PartnerTimeslotQuery

# Seats by customer type need the long way; one statement tells whether any are there.
_ONE_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class AvailabilityQuery:
    """
    Which departures of a product: of local days, or by id (timeslots), and for which party.

    Without an option: of all of them. `offer_code` is a code to price them with; `has_offers`: the
    codes are told that this partner may name.
    """

    product_ref: str
    option_ref: str | None
    at: datetime
    first: date | None = None
    last: date | None = None
    timeslot_ids: Sequence[int] | None = None
    units: Sequence[UnitRequest] = ()
    currency: str | None = None
    offer_code: str | None = None
    has_offers: bool = False


def list_departures(*, connection_id: int, reseller_id: int, wanted: AvailabilityQuery) -> list[Departure]:
    """
    Return them by option and start; days before the operator's today have none.

    :raises UnknownProduct, UnknownOption, UnknownUnit, CurrencyMismatch: as named
    :raises MalformedRequest: days that make no sense, or a code that is none
    """
    options = _options(connection_id, wanted)
    if not accounts.sells_here():
        return []
    shelf = load_shelf(experience_id=options[0].experience_id, reseller_id=reseller_id, at=wanted.at)
    require_currency(shelf, wanted.currency)
    offers = _Offers(reseller_id, wanted)
    found: list[Departure] = []
    # Options of one product are nearly always of one experience: its departures are read once.
    rows: dict[int, list[DepartureRow]] = {}
    for option in options:
        if option.experience_id != shelf.experience.id:
            shelf = load_shelf(experience_id=option.experience_id, reseller_id=reseller_id, at=wanted.at)
        key = option.experience_id
        if key not in rows:
            rows[key] = _rows(shelf, wanted)
        shares = _Shares(connection_id, key, rows[key], wanted.at)
        found += _told(option, shelf, rows[key], shares, wanted, offers)
    return found


def require_currency(shelf: CatalogSnapshot, currency: str | None) -> None:
    """
    Refuse another currency than the operator's.

    :raises CurrencyMismatch: it is another
    """
    ours = shelf.properties.currency
    if currency and currency.upper() != ours:
        raise CurrencyMismatch(ours=ours, theirs=currency)


def _options(connection_id: int, wanted: AvailabilityQuery) -> list[MappedOption]:
    found = mappings.options_of(connection_id=connection_id, product_ref=wanted.product_ref)
    if wanted.option_ref is None:
        return found
    chosen = [one for one in found if one.option_ref == wanted.option_ref]
    if not chosen:
        raise UnknownOption(wanted.option_ref)
    return chosen


def _rows(shelf: CatalogSnapshot, wanted: AvailabilityQuery) -> list[DepartureRow]:
    if wanted.timeslot_ids is not None:
        asked = PartnerTimeslotQuery(wanted.at, METHOD, ids=wanted.timeslot_ids)
        rows = [
            row
            for row in scheduling.departures_for_partners(asked)
            if row.experience_id == shelf.experience.id and row.end_at > wanted.at
        ]
    else:
        first, last = days_of(wanted.first, wanted.last, zone=shelf.zone, at=wanted.at)
        if last < first:
            return []
        asked = PartnerTimeslotQuery(wanted.at, METHOD, shelf.experience.id, first, last)
        rows = scheduling.departures_for_partners(asked)
    rows = scheduling.departures_under(rows, shelf.partner_terms)
    if shelf.needs_resources and rows:
        return scheduling.with_resources(rows, at=wanted.at)
    return rows


def days_of(first: date | None, last: date | None, *, zone: str, at: datetime) -> tuple[date, date]:
    """
    Return the days that are asked for, from today on.

    :raises Malformed: none are, they are backwards, or too many
    """
    if first is None or last is None:
        raise MalformedRequest("Enter a start and an end.", field="date_from")
    if last < first:
        raise MalformedRequest("The last day must not be before the first.", field="date_to")
    if (last - first).days >= MOST_DAYS:
        raise MalformedRequest(f"Ask for at most {MOST_DAYS} days.", field="date_to")
    return max(first, local_day(at, zone)), last


class _Shares:
    """What a connection was promised of departures, read only where anything was."""

    def __init__(
        self, connection_id: int, experience_id: int, rows: Sequence[DepartureRow], at: datetime
    ) -> None:
        self._allotments: Sequence[Allotment] = allotments.allotments_of(
            connection_id=connection_id, experience_ids=[experience_id]
        )
        self._kept: Mapping[int, int] = {}
        self._used: Mapping[int, int] = {}
        if not self._allotments:
            return
        ids = [row.id for row in rows]
        self._kept = allotments.kept_by(connection_id=connection_id, timeslot_ids=ids)
        if has_bounds(self._allotments):
            self._used = allotments.used_by(connection_id=connection_id, timeslot_ids=ids, at=at)

    def left(self, row: DepartureRow) -> int | None:
        """Return the seats this connection can take."""
        if not self._allotments:
            return row.left
        share = AllotmentShare.of(
            self._allotments, experience_id=row.experience_id, day=row.date, start=row.start_time
        )
        kept, used = self._kept.get(row.id, 0), self._used.get(row.id, 0)
        return share.left(free=row.seats, kept=kept, used=used, bound=row.bound)


def _told(
    option: MappedOption,
    shelf: CatalogSnapshot,
    rows: Iterable[DepartureRow],
    shares: _Shares,
    wanted: AvailabilityQuery,
    offers: "_Offers",
) -> list[Departure]:
    party = party_of(option, wanted.units) if wanted.units else None
    teller = DepartureSerializer(option, shelf, ZoneInfo(shelf.zone), party, wanted.at)
    preview = offers.preview(option, shelf, party)
    told = [
        (teller.departure(row, shares.left(row)), row)
        for row in rows
        if not option.start_times or row.start_time.replace(second=0) in option.start_times
    ]
    return [preview.departure(one, row) if preview else one for one, row in told]


class _Offers:
    """The codes that departures are told with, read only where a channel asks for them."""

    def __init__(self, reseller_id: int, wanted: AvailabilityQuery) -> None:
        self._at = wanted.at
        self._own = prices.offers_for_reseller(reseller_id=reseller_id) if wanted.has_offers else []
        self._named = _named_offer(wanted.offer_code) if wanted.offer_code else None

    def preview(
        self, option: MappedOption, shelf: CatalogSnapshot, party: Mapping[int, int] | None
    ) -> OfferPreview | None:
        """Return what prices the departures of an option, None where there is no code at all."""
        if not self._own and self._named is None:
            return None
        return OfferPreview(option, shelf, party, self._own, self._named, self._at)


def _named_offer(code: str) -> prices.KnownOffer:
    found = prices.find_offer(code=code)
    if found is None:
        raise MalformedRequest(REASONS["unknown"], field="offer_code")
    return found


def prices_from(departures: Iterable[Departure]) -> tuple[UnitPrice, ...]:
    """Return the least each unit costs on departures that can still be had."""
    least: dict[str, UnitPrice] = {}
    for departure in departures:
        if departure.refusal is not None:
            continue
        for one in departure.prices:
            known = least.get(one.unit_id)
            if known is None or one.price.retail < known.price.retail:
                least[one.unit_id] = one
    return tuple(least.values())
