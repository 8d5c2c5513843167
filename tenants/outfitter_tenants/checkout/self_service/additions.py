"""Customers who take more guests or extras along: priced first, then added, then paid (domain.md 5.8)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, cast

from outfitter.db.locks import atomic
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.addons import rules as addon_rules
from outfitter_tenants.checkout.addons.operations import AddonChange
from outfitter_tenants.checkout.addons.rules import AddonChoice, AddonTarget
from outfitter_tenants.checkout.bookings.order_guests import add_guests
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.sale_terms.order_terms import tickets_on
from outfitter_tenants.checkout.self_service import offers
from outfitter_tenants.checkout.self_service.customer_trip import CUSTOMER, CustomerTrip, guests_of
from outfitter_tenants.checkout.self_service.offers import Kind
from outfitter_tenants.checkout.self_service.refusal import demand
from outfitter_tenants.checkout.trip_changes.change import SOLD, change_trip, preview_with_rollback
from outfitter_tenants.checkout.trip_changes.customer_notices import tell_staff
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.catalog.queries import AddonRow, CustomerTypeRow
    from outfitter_tenants.scheduling.rules.availability import Audience
    from outfitter_tenants.trips.models import TripOrder

Quantities = Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Extras:
    """Add-ons for an order as such, and for guests of it by booking id; they come beside what is there."""

    own: Sequence[AddonChoice] = ()
    of_guests: Mapping[int, Sequence[AddonChoice]] = field(default_factory=dict)

    def plain(self) -> list[object]:
        """Return the same as a token keeps it."""
        own = [_plain(one) for one in self.own]
        return [own, *([pk, [_plain(one) for one in more]] for pk, more in sorted(self.of_guests.items()))]


def _plain(choice: AddonChoice) -> list[object]:
    return [choice.addon_id, choice.value_id, choice.qty, choice.text_value]


@dataclass(frozen=True, slots=True)
class AdditionQuote:
    """What the trip costs before and after, and what is owed then; minor units."""

    old_total: int
    new_total: int
    balance: int

    def figures(self) -> dict[str, object]:
        """Return what is signed, and what a refusal says of how it stands now."""
        return {
            "old_total": self.old_total,
            "new_total": self.new_total,
            "difference": self.new_total - self.old_total,
            "balance": self.balance,
        }


@dataclass(frozen=True, slots=True)
class OfferedAddon:
    """An add-on that can be added: for the order, or for these guests."""

    addon: "AddonRow"
    booking_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AdditionOffers:
    """What can be added to an order; `seats` left, None: no limit."""

    seats: int | None
    tickets: "Sequence[CustomerTypeRow]"
    prices: Mapping[int, int]
    addons: Sequence[OfferedAddon]


def list_offers(*, trip_id: int, trip_order_id: int, at: datetime) -> AdditionOffers:
    """
    Return the tickets and add-ons that a customer can add to an order.

    :raises NotOffered: they may not add anything, or not any more
    :raises OrderNotFound: the order is of another trip
    """
    mine = CustomerTrip.read(trip_id, at=at, is_locked=False)
    order = mine.order(trip_order_id)
    demand(mine.verdicts(order).add)
    method = mine.trip.trip_method
    slot = scheduling.get_timeslot(timeslot_id=order.timeslot_id or 0, at=at)
    kinds = catalog.experience_customer_types(experience_id=order.experience_id, audience="online")
    kinds = [kind for kind in kinds if kind.is_sold_online]
    priced = tickets_on(
        slot=slot,
        quantities=dict.fromkeys((kind.id for kind in kinds), 1),
        method=method.slug,
        reseller_id=None,
        audience="online",
        at=at,
    )
    return AdditionOffers(
        slot.remaining.of(cast("Audience", method.audience), method.slug),
        kinds,
        {one.experience_customer_type_id: one.unit_amount for one in priced},
        [one for one in _addons(order, method.slug) if one is not None],
    )


def _addons(order: "TripOrder", method: str) -> list[OfferedAddon]:
    found = []
    guests = guests_of(order)
    kinds = {guest.experience_customer_type.customer_type_id for guest in guests}
    for addon in catalog.list_addons(experience_id=order.experience_id):
        if addon.scope == "trip_order":
            if addon_rules.fits(addon, AddonTarget("trip_order", method, kinds)) is None:
                found.append(OfferedAddon(addon, ()))
            continue
        ids = tuple(
            guest.pk
            for guest in guests
            if addon_rules.fits(
                addon,
                AddonTarget(
                    "booking",
                    method,
                    {guest.experience_customer_type.customer_type_id},
                    guest.enabled_addon_ids,
                ),
            )
            is None
        )
        if ids:
            found.append(OfferedAddon(addon, ids))
    return found


def preview_guests(
    *, trip_id: int, trip_order_id: int, quantities: Quantities, at: datetime
) -> tuple[AdditionQuote, str]:
    """
    Return what more guests make of the trip, and a token for it; nothing stays.

    :raises NotOffered: the customer may not add guests, or not any more
    :raises SoldOut: the seats are not there
    :raises NotBookable: something else speaks against it
    """
    facts = _asked(trip_order_id, _plain_party(quantities))
    return _preview(trip_id, "guests", facts, lambda: _add_guests(trip_id, trip_order_id, quantities, at))


def add_more_guests(
    *, trip_id: int, trip_order_id: int, quantities: Quantities, token: str, at: datetime
) -> AdditionQuote:
    """
    Add guests as it was shown; they are named later, and what they cost is owed.

    :raises StalePreview: it comes to something else by now; nothing has changed then
    """
    facts = _asked(trip_order_id, _plain_party(quantities))

    def work() -> AdditionQuote:
        quote = _add_guests(trip_id, trip_order_id, quantities, at)
        tell_staff("added", trip_id=trip_id, at=at)
        return quote

    return _carry_out(trip_id, "guests", facts, token, work)


def preview_extras(
    *, trip_id: int, trip_order_id: int, extras: Extras, at: datetime
) -> tuple[AdditionQuote, str]:
    """
    Return what extras make of the trip, and a token for it; nothing stays.

    :raises NotOffered: the customer may not add extras, or not any more
    :raises Invalid: a choice breaks a rule of its add-on
    :raises OutOfStock: what it uses up is not on the shelf
    """
    facts = _asked(trip_order_id, extras.plain())
    return _preview(trip_id, "addons", facts, lambda: _add_extras(trip_id, trip_order_id, extras, at))


def add_extras(
    *, trip_id: int, trip_order_id: int, extras: Extras, token: str, at: datetime
) -> AdditionQuote:
    """
    Add extras as it was shown; what they cost is owed.

    :raises StalePreview: it comes to something else by now; nothing has changed then
    """
    facts = _asked(trip_order_id, extras.plain())

    def work() -> AdditionQuote:
        quote = _add_extras(trip_id, trip_order_id, extras, at)
        tell_staff("added", trip_id=trip_id, at=at)
        return quote

    return _carry_out(trip_id, "addons", facts, token, work)


def _preview(
    trip_id: int, kind: Kind, facts: Mapping[str, object], work: Callable[[], AdditionQuote]
) -> tuple[AdditionQuote, str]:
    quote = preview_with_rollback(work)
    return quote, offers.sign(kind, trip_id=trip_id, facts={**facts, **quote.figures()})


def _carry_out(
    trip_id: int, kind: Kind, facts: Mapping[str, object], token: str, work: Callable[[], AdditionQuote]
) -> AdditionQuote:
    with atomic():
        quote = work()
        figures = quote.figures()
        offers.require(token, kind, trip_id=trip_id, facts={**facts, **figures}, figures=figures)
    return quote


def _add_guests(trip_id: int, trip_order_id: int, quantities: Quantities, at: datetime) -> AdditionQuote:
    before = _demand(trip_id, trip_order_id, at)
    add_guests(
        trip_id=trip_id, trip_order_id=trip_order_id, quantities=quantities, names=(), by=CUSTOMER, at=at
    )
    return _quote(trip_id, before)


def _add_extras(trip_id: int, trip_order_id: int, extras: Extras, at: datetime) -> AdditionQuote:
    before = _demand(trip_id, trip_order_id, at)
    with change_trip(trip_id=trip_id, by=CUSTOMER, at=at, states=SOLD) as change:
        targets = [(AddonChange(change, trip_order_id=trip_order_id, booking_id=None), extras.own)]
        for booking_id, choices in extras.of_guests.items():
            target = AddonChange(change, trip_order_id=None, booking_id=booking_id)
            if target.order.pk != trip_order_id:
                raise trips.OrderNotFound("Guest not found on this order.")
            targets.append((target, choices))
        was = [one.before for one, _ in targets]
        for target, choices in targets:
            target.add_all(choices)
        now = [one.facts() for one, _ in targets]
        if was != now:
            change.log(
                "trip_order.addon_changed",
                entity_type="trip_order",
                entity_id=trip_order_id,
                before={"addons": was},
                after={"addons": now},
            )
    return _quote(trip_id, before)


def _demand(trip_id: int, trip_order_id: int, at: datetime) -> int:
    """Refuse what the customer may not do; returns what the trip costs before."""
    mine = CustomerTrip.read(trip_id, at=at)
    demand(mine.verdicts(mine.order(trip_order_id)).add)
    cancellations.refuse_while_paying(mine.trip)
    return mine.trip.total_amount


def _quote(trip_id: int, before: int) -> AdditionQuote:
    trip = trips.get_trip(trip_id=trip_id)
    return AdditionQuote(before, trip.total_amount, max(0, trips.customer_owes(trip)))


def _asked(trip_order_id: int, what: list[object]) -> dict[str, object]:
    return {"trip_order_id": trip_order_id, "asked": what}


def _plain_party(quantities: Quantities) -> list[object]:
    return [[kind, qty] for kind, qty in sorted(quantities.items()) if qty]
