"""An experience as visitors read it before they book."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.rules.list_prices import min_price
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.rules.cancellation_policy import Policy
from outfitter_tenants.pricing.rules.ticket_display import AllIn
from outfitter_tenants.scheduling import queries as scheduling


@dataclass(frozen=True, slots=True)
class TicketPrice:
    """A ticket that strangers may buy, and what it shows as its price in minor units."""

    ticket: catalog.CustomerTypeRow
    amount: int


@dataclass(frozen=True, slots=True)
class ExperienceDetails:
    """
    All that is said of an experience, in the reader's language as far as it has it.

    `prices`: of tickets sold online, in the operator's order. `policy`: what an order made now would
    be under, None where there is none. `min_price`: the "from" price in minor units, None where
    nothing is sold online. `next_date` is local.
    """

    row: catalog.ExperienceRow
    prices: tuple[TicketPrice, ...]
    images: tuple[catalog.ImageRow, ...]
    place: catalog.LocationRow | None
    policy: Policy | None
    min_price: int | None
    next_date: date | None

    @property
    def hero(self) -> catalog.ImageRow | None:
        """Return the picture it is known by."""
        return next((one for one in self.images if one.role == "hero"), None)

    @property
    def gallery(self) -> tuple[catalog.ImageRow, ...]:
        """Return its other pictures, in the operator's order."""
        return tuple(one for one in self.images if one.role != "hero")


def experience_details(*, experience_id: int, at: datetime, languages: Sequence[str]) -> ExperienceDetails:
    """
    Return what visitors may read of one experience, live or hidden.

    :raises ExperienceNotFound: there is none, or it is not for strangers
    """
    row = catalog.get_experience(experience_id=experience_id, is_public=True)
    return details_of([row], at=at, languages=languages)[0]


def details_of(
    rows: Sequence[catalog.ExperienceRow], *, at: datetime, languages: Sequence[str]
) -> list[ExperienceDetails]:
    """Return what visitors may read of several experiences, in their order; as many reads as for one."""
    ids = [row.id for row in rows]
    images = catalog.list_images(experience_ids=ids)
    places = {place.id: place for place in catalog.list_locations()} if rows else {}
    policies = prices.policy_snapshots(experience_ids=ids)
    dates = scheduling.next_available_dates(experience_ids=ids, at=at)
    shown = prices.from_prices()
    return [
        ExperienceDetails(
            row=row,
            prices=_ticket_prices(row, dates.get(row.id), shown),
            images=tuple(images.get(row.id, ())),
            place=places.get(row.location_id or 0),
            policy=Policy.of(policies[row.id]) if row.id in policies else None,
            min_price=shown.lowest(
                experience_id=row.id,
                price=min_price(customer_types=row.customer_types, price_override=None),
                kinds=row.online_types,
                day=dates.get(row.id),
            ),
            next_date=dates.get(row.id),
        )
        for row in catalog.localized(rows, languages=languages)
    ]


def _ticket_prices(row: catalog.ExperienceRow, day: date | None, shown: AllIn) -> tuple[TicketPrice, ...]:
    def amount(ticket: catalog.CustomerTypeRow) -> int:
        return shown.ticket(
            experience_id=row.id, price=ticket.base_price, pax=ticket.pax_per_booking, day=day
        ).amount

    return tuple(TicketPrice(ticket, amount(ticket)) for ticket in row.online_types)
