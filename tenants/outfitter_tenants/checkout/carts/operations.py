"""Fill a cart and hold its seats (domain.md 4.3, 5.24)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.db.read_cache import read_cache
from outfitter.db.statements import Writes
from outfitter.kit import ids
from outfitter.kit.errors import DomainError, Invalid, NotFound, StaleVersion
from outfitter_tenants.checkout.carts import abandoned_carts, cart_orders
from outfitter_tenants.checkout.carts.types import CartActor, CartRequest
from outfitter_tenants.checkout.products import operations as products
from outfitter_tenants.checkout.sale_terms import attribution, contacts, order_terms, reseller_terms
from outfitter_tenants.checkout.sale_terms.order_terms import plugin_check
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor, require_unlocked
from outfitter_tenants.checkout.trip_changes.totals import price_trip
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import drafts

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip


class UnknownMethod(NotFound):
    """No such way to sell a trip."""


class TooManyOrders(DomainError):
    """A cart holds at most fifty experiences (domain.md 4.30)."""

    code = "too_many_orders"
    status = 422


def save_trip(*, cart: CartRequest, caller: CartActor, at: datetime) -> ChangeResult:
    """
    Make a draft or change one, holding exactly the seats it asks for.

    All or nothing: when a new quantity cannot be had, the old hold stays.

    :raises SoldOut: the seats are not there
    :raises NotBookable: closed, past its cut-off, or the party breaks a rule
    :raises OutOfStock: the shelf has less than is wanted from it
    :raises NotADraft: the trip is booked already
    :raises StaleVersion: somebody changed the trip since
    :raises ResellerInactive: an agent whose partner is paused or archived
    """
    with read_cache():
        ready = _read_cart_facts(cart, caller)
        return drafts.with_free_code(lambda: _write_cart(cart, caller, ready, at))


def _write_cart(cart: CartRequest, caller: CartActor, ready: "_CartFacts", at: datetime) -> ChangeResult:
    writes = Writes()
    trip = _open_draft(cart, caller, ready, at, writes)
    warnings: list[dict[str, str]] = []
    if ready.source is not None and (caller.is_agent or trip.created_by is None):
        attribution.attribute(trip=trip, to=ready.source, at=at)
    if cart.locale:
        trip.locale = cart.locale
    abandoned_carts.record_contact(trip=trip, contact=ready.contact, may_remind=cart.may_remind, at=at)
    if cart.products is not None:
        products.sync(trip=trip, wanted=cart.products, may_reprice=caller.may_reprice, at=at)
    if cart.orders is not None:
        warnings = cart_orders.sync_orders(
            trip=trip,
            wanted=cart.orders,
            caller=caller,
            minutes=_hold_minutes(caller, ready.properties),
            at=at,
            check=plugin_check(),
            slots=ready.slots,
            writes=writes,
        )
    elif cart.products is not None:
        warnings = price_trip(trip=trip, at=at, writes=writes)
    if trip.reseller_id is not None:
        # From what the cart comes to now; the lines of that are read, so they are written first.
        writes.send()
        reseller_terms.recalculate_reseller_terms(trip=trip, may_exceed=True)
    if caller.avatar_id is None and ready.contact is not None:
        abandoned_carts.plan_deletion(
            trip=trip, at=at, idle_minutes=ready.properties.abandon_idle_minutes, writes=writes
        )
    drafts.refresh(trip=trip, at=at, writes=writes)
    writes.send()
    return ChangeResult(trip.pk, tuple(warnings))


@dataclass(frozen=True, slots=True)
class _CartFacts:
    """What a cart needs to know before its transaction begins."""

    properties: people.PropertiesRow
    contact: drafts.Contact | None
    method: trips.MethodRow | None
    slots: Mapping[int, scheduling.TimeslotRow]
    # Whose sale it is by what the caller brought.
    source: attribution.SaleSource | None


def _read_cart_facts(cart: CartRequest, caller: CartActor) -> _CartFacts:
    """Read whatever nobody changes under a sale, so that locks are held for writes alone."""
    if cart.orders is not None and len(cart.orders) > 50:
        raise TooManyOrders("A trip can have at most 50 experiences.")
    properties = people.get_properties()
    if cart.contact is not None:
        _require_names(cart.contact, caller, is_begun=bool(cart.may_remind))
    contact = cart.contact and contacts.clean_contact(
        cart.contact, region=contacts.region_of(properties.locale)
    )
    if caller.is_agent:
        attribution.require_sellable(
            reseller_id=caller.reseller_id,
            experience_ids={order.experience_id for order in cart.orders or ()},
        )
    slots = {}
    if cart.orders:
        ids = {order.timeslot_id for order in cart.orders}
        slots = {one: scheduling.get_timeslot(timeslot_id=one) for one in ids}
        order_terms.preload_sale(
            experience_ids={order.experience_id for order in cart.orders}, audience=caller.audience
        )
    source = attribution.find_source(_clues(cart, caller, contact))
    if cart.trip_id is not None:
        return _CartFacts(properties, contact, None, slots, source)
    method = trips.find_method(slug=caller.method)
    if method is None:
        raise UnknownMethod("Sales channel not found.", method=caller.method)
    return _CartFacts(properties, contact, method, slots, source)


def _clues(cart: CartRequest, caller: CartActor, contact: drafts.Contact | None) -> attribution.SaleClues:
    """Return what tells whose sale a cart is; a link counts when the cart is begun."""
    if caller.is_agent:
        return attribution.SaleClues(agent_id=caller.avatar_id, agent_reseller_id=caller.reseller_id)
    if caller.avatar_id is not None:
        return attribution.SaleClues()
    return attribution.SaleClues(
        link_reseller_id=cart.reseller_id if cart.trip_id is None else None,
        promo_code=cart.promo_code,
        email=contact.email if contact else None,
    )


def _require_names(contact: drafts.Contact, caller: CartActor, *, is_begun: bool) -> None:
    """
    On the phone people say one name; whoever types their own gives both.

    Whoever lets us remind them of a cart is known by what they have typed so far.
    """
    if is_begun and contact.email:
        return
    names = {"first_name": contact.first_name, "last_name": contact.last_name}
    missing = [name for name, value in names.items() if not value.strip()]
    if caller.is_by_phone and len(missing) < len(names):
        return
    if missing:
        raise Invalid({f"contact.{name}": ["Please fill this in."] for name in missing})


def _open_draft(
    cart: CartRequest, caller: CartActor, ready: _CartFacts, at: datetime, writes: Writes
) -> "Trip":
    """Return the cart, locked; a new one that holds orders alone is written with them."""
    if ready.method is not None:
        trip, entry = drafts.new_draft(
            method=ready.method,
            currency=ready.properties.currency,
            locale=cart.locale or "en",
            at=at,
            code=ids.confirmation_code(),
            contact=ready.contact,
            visitor=caller.visitor,
            ip=caller.ip,
            created_by=caller.avatar_id,
            utm=cart.utm,
            referrer=cart.referrer,
        )
        writes.insert(trip, entry)
        if not cart.orders or cart.products or cart.may_remind is not None or ready.source is not None:
            writes.send()
        return trip
    trip = trips.lock_trip(trip_id=cart.trip_id or 0)
    drafts.require_draft(trip)
    require_unlocked(trip, by=TripActor(caller.avatar_id), at=at)
    if cart.version is not None and cart.version != trip.version:
        raise StaleVersion("Someone changed this trip in the meantime.", version=trip.version)
    return trip


def _hold_minutes(caller: CartActor, properties: people.PropertiesRow) -> int:
    return properties.hold_minutes(is_visitor=caller.audience == "online", is_agent=caller.is_agent)
