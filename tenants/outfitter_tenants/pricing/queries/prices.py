"""Reads of prices of departures (domain.md 5.17)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any, Final

from outfitter.kit import zones
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries import Audience, CustomerTypeRow
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing.queries.price_rules import get_rules
from outfitter_tenants.pricing.queries.rate_sheets import sheets_of
from outfitter_tenants.pricing.rules.quote import unit_price
from outfitter_tenants.pricing.rules.rate_sheets import RateSheet, Sale
from outfitter_tenants.pricing.rules.ticket_display import AllIn, DisplayedPrice
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling.queries import TimeslotRow, terms_of_partner, timeslot_under

# A price that was shown is asked for again after so long; a hold keeps it for longer.
SHOWN_FOR: Final = timedelta(minutes=15)


def sale_of(
    *,
    slot: TimeslotRow,
    method: str,
    reseller_id: int | None,
    audience: Audience,
    pax_by_type: Mapping[int, int],
    booked_on: date,
    at: datetime,
    own_pax_cnt: int = 0,
    wholesale_ppm: int | None = None,
) -> Sale:
    """
    Return what rate sheets look at when a party buys on a departure.

    `own_pax_cnt` are the seats the party holds on it already: they count as left, since
    conditions see the seats before the purchase (domain.md 4.5). `booked_on` is the operator's
    local day, `wholesale_ppm` what share of the price the partner pays.
    """
    left = slot.remaining.of(audience)
    return Sale(
        method=method,
        reseller_id=reseller_id,
        day=slot.date,
        start=slot.start_time,
        remaining=None if left is None else left + own_pax_cnt,
        advance_minutes=max(0, int((slot.start_at - at).total_seconds() // 60)),
        booked_on=booked_on,
        pax_by_type=pax_by_type,
        wholesale_ppm=wholesale_ppm,
    )


@dataclass(frozen=True, slots=True)
class Buyer:
    """
    Who asks for prices and how it would be sold.

    `quantities` (experience customer type -> how many) is the party that is meant; empty: each
    price is that of a single ticket.
    """

    method: str
    audience: Audience
    reseller_id: int | None = None
    quantities: Mapping[int, int] = field(default_factory=dict)


def booking_day(*, at: datetime) -> date:
    """Return the operator's local day, on which a sale at that instant is made."""
    return zones.local_day(at, people.get_properties().time_zone)


def prices_of_timeslots(
    *, slots: Sequence[TimeslotRow], buyer: Buyer, at: datetime
) -> list[dict[str, object]]:
    """Return what each customer type costs on departures, in their order."""
    ids = {slot.experience_id for slot in slots}
    experiences = catalog.list_experiences(ids=ids)
    sheets = sheets_of(experience_ids=ids)
    shown = AllIn(rules=get_rules(), method=buyer.method, reseller_id=buyer.reseller_id)
    wholesale = resellers.wholesale_of(reseller_id=buyer.reseller_id)
    terms = terms_of_partner(reseller_id=buyer.reseller_id)
    properties = people.get_properties()
    today = zones.local_day(at, properties.time_zone)
    return [
        _Departure(
            timeslot_under(slot, terms),
            buyer,
            at,
            today,
            experiences[slot.experience_id],
            sheets.get(slot.experience_id, ()),
            wholesale(slot.experience_id),
        ).prices(shown, properties.currency)
        for slot in slots
    ]


@dataclass(frozen=True, slots=True)
class _Departure:
    slot: TimeslotRow
    buyer: Buyer
    at: datetime
    today: date
    experience: catalog.ExperienceRow
    sheets: tuple[RateSheet, ...]
    wholesale_ppm: int | None

    def prices(self, shown: AllIn, currency: str) -> dict[str, object]:
        is_staff = self.buyer.audience == "direct"
        kinds = self.experience.customer_types if is_staff else self.experience.online_types
        asked = self.buyer.quantities
        party = {kind.id: kind.pax_of(asked.get(kind.id, 0)) for kind in kinds}
        is_party = any(party.values())
        least, most = self.slot.party(self.buyer.audience)
        return {
            "timeslot_id": self.slot.id,
            "experience_id": self.slot.experience_id,
            "start_at": self.slot.start_at,
            "method": self.buyer.method,
            "reseller_id": self.buyer.reseller_id,
            "currency": currency,
            "prices": [
                self.price(kind, party if is_party else {kind.id: kind.pax_of(1)}, shown) for kind in kinds
            ],
            "min_pax": least,
            "max_pax": most,
            "countdown_from": self.slot.countdown_from,
            "valid_until": self.at + SHOWN_FOR,
        }

    def price(self, kind: CustomerTypeRow, party: Mapping[int, int], shown: AllIn) -> dict[str, Any]:
        slot = self.slot
        sale = sale_of(
            slot=slot,
            method=self.buyer.method,
            reseller_id=self.buyer.reseller_id,
            audience=self.buyer.audience,
            pax_by_type=party,
            booked_on=self.today,
            at=self.at,
            wholesale_ppm=self.wholesale_ppm,
        )
        found = unit_price(
            experience_customer_type=kind, price_override=slot.price_override, sheets=self.sheets, sale=sale
        )
        is_limited = sale.remaining is not None and kind.is_consume_capacity

        def ticket(amount: int) -> DisplayedPrice:
            return shown.ticket(
                experience_id=slot.experience_id, price=amount, pax=kind.pax_per_booking, day=slot.date
            )

        return {
            **_facts(kind),
            "price": ticket(found.amount).amount,
            # What is charged for the ticket itself: commissions are a share of this.
            "ticket_amount": found.amount,
            "original_price": ticket(found.list_amount).amount if found.is_lowered else None,
            "tax_included": ticket(found.amount).is_tax_included,
            "remaining": (sale.remaining or 0) // kind.pax_per_booking if is_limited else None,
            "price_source": found.source,
            "rate_sheet_id": found.rate_sheet_id,
        }


def _facts(kind: CustomerTypeRow) -> dict[str, object]:
    return {
        "experience_customer_type_id": kind.id,
        "customer_type": {
            "id": kind.customer_type_id,
            "slug": kind.customer_type_slug,
            "name": kind.customer_type_name,
            "kind": kind.kind,
        },
        "label": kind.name,
        "min_qty": kind.min_qty,
        "max_qty": kind.max_qty,
        "min_age": kind.min_age,
        "max_age": kind.max_age,
        "pax_per_booking": kind.pax_per_booking,
    }
