"""What a trip comes to: its rows as lines, the price pipeline, the sums that are stored."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from outfitter.db.statements import Bundle, Writes
from outfitter.kit.money import allocate
from outfitter.kit.zones import local_day
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.checkout.sale_terms import reseller_terms, stale_intents
from outfitter_tenants.checkout.stored_value.activation import lines_of
from outfitter_tenants.checkout.trip_changes.offer_code_discounts import OfferCodes, codes_of, store
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.rules.adjustments import adjusted
from outfitter_tenants.pricing.rules.booking_fee import BookingFee
from outfitter_tenants.pricing.rules.price_lines import LineKind, QuoteLine
from outfitter_tenants.pricing.rules.quote import Quote
from outfitter_tenants.pricing.rules.trip_price import DepositOverride, PricedOrder, price
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import price_lines, stock
from outfitter_tenants.trips.operations.addon_units import addon_units
from outfitter_tenants.trips.operations.imported_trips import METHOD as IMPORTED

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking, Trip, TripOrder


# What a price is worked out from, read at once.
_PARTS: Final = Bundle(**price_lines.PRICE_PARTS, offer_uses=prices.USES_OF_TRIP)


def price_trip(
    *, trip: "Trip", at: datetime, is_staff: bool = True, writes: Writes | None = None
) -> list[dict[str, str]]:
    """
    Price a trip from what its rows say was sold, and store every line and total.

    Unit prices stay what guests were told (domain.md 4.5): only what is derived from them is
    computed anew. Returns warnings about offer codes that no longer fit: `is_staff` keeps them.
    What was sold leaves the shelf, and what no longer is goes back. Payments that were begun for
    something else are superseded. Lines and totals of orders are stored with `writes`, at once
    without any; the caller saves the trip.

    :raises OutOfStock: the shelf has not what was sold
    """
    return price_rows(trip=trip, at=at, is_staff=is_staff, writes=writes).warnings


class PricedTrip(NamedTuple):
    """What a trip was just priced at, and its orders as they stand, with `live_bookings`."""

    quote: Quote
    orders: "Sequence[TripOrder]"
    warnings: list[dict[str, str]]


def price_rows(
    *, trip: "Trip", at: datetime, is_staff: bool = True, writes: Writes | None = None
) -> PricedTrip:
    """
    Do the same, and return what it was worked out from.

    :raises OutOfStock: the shelf has not what was sold
    """
    sent = writes or Writes()
    with _PARTS.read_ahead(trip_id=trip.pk):
        orders = price_lines.orders_of(trip)
        lines = list_lines(trip, orders)
        codes = codes_of(trip, orders, lines, at, is_staff=is_staff)
        if trip.status == "draft":
            # What was sold elsewhere pays no fee here, now or later.
            is_ours = trip.trip_method.slug != IMPORTED
            trip.booking_fee_terms = dict(people.get_properties().booking_fee) if is_ours else {}
        quote, trip.balance_due_at = _quote(trip, orders, lines, codes, at)
        if trip.deposit_override_ppm is not None:
            trip.deposit_override_amount = quote.deposit_due
        price_lines.write_quote(trip=trip, orders=orders, quote=quote, at=at, writes=sent)
    if writes is None:
        sent.send()
    sold: Counter[int] = Counter()
    for line in quote.lines:
        if line.kind == "product" and line.ref_id is not None:
            sold[line.ref_id] += line.qty
    stock.settle_stock(trip=trip, orders=orders, sold=sold)
    store(trip, codes, quote, at)
    if trip.version > 1:
        stale_intents.supersede_intents(trip=trip, at=at)
    return PricedTrip(quote, orders, codes.warnings)


def quote_of(
    *, trip: "Trip", orders: "Sequence[TripOrder]", at: datetime, codes: OfferCodes | None = None
) -> tuple[Quote, datetime | None]:
    """
    Return what a trip comes to as its rows stand in memory, and when a rest is due.

    `orders` come from `trips.operations.price_lines.orders_of`; `codes` are worked out when they are
    not given. Nothing is written.
    """
    lines = list_lines(trip, orders)
    codes = codes or codes_of(trip, orders, lines, at, is_staff=True)
    return _quote(trip, orders, lines, codes, at)


def _quote(
    trip: "Trip", orders: "Sequence[TripOrder]", lines: Sequence[QuoteLine], codes: OfferCodes, at: datetime
) -> tuple[Quote, datetime | None]:
    active = [order for order in orders if order.status == "active"]
    sold = catalog.list_experiences(ids={order.experience_id for order in active})
    rules = replace(prices.get_rules(), booking_fee=_booking_fee(trip))
    adjusts = price_lines.adjusts_of(trip)
    return price(
        lines=lines,
        orders=[_priced(order, sold[order.experience_id]) for order in active],
        rules=rules,
        deposits=prices.deposits_of(experience_ids=sold, default=rules.deposit),
        method=trip.trip_method.slug,
        reseller_id=reseller_terms.prices_of(trip),
        is_tax_exempt=trip.is_tax_exempt,
        at=at,
        steps={
            "offer": codes.lines,
            "adjust": lambda so_far: adjusted(adjusts, so_far),
            "rounding": lambda _so_far: _carried(active),
        },
        deposit=_deposit(trip),
    )


def _booking_fee(trip: "Trip") -> BookingFee | None:
    """
    Return the booking fee of a trip: today's for a cart, for one that was sold the one of its sale.

    Of trips that were sold before terms were kept, those that were ever charged a fee are charged
    today's, whoever pays it today; the others none.
    """
    today = people.get_properties().booking_fee
    if trip.trip_method.slug == IMPORTED:
        return None
    if trip.status == "draft":
        return BookingFee.of(today)
    if trip.booking_fee_terms is not None:
        return BookingFee.of(trip.booking_fee_terms)
    fee = BookingFee.of({**today, "who_pays": "customer"})
    return fee if fee and trips.was_charged(trip_id=trip.pk, kind="booking_fee") else None


def _deposit(trip: "Trip") -> DepositOverride | None:
    if trip.deposit_override_ppm is not None:
        return DepositOverride(ppm=trip.deposit_override_ppm)
    if trip.deposit_override_amount is not None:
        return DepositOverride(trip.deposit_override_amount)
    return None


def list_lines(trip: "Trip", orders: "Sequence[TripOrder]") -> list[QuoteLine]:
    """
    Return what was sold, line by line: tickets, add-ons, products, and what cancelled orders keep.

    `orders` come from `trips.operations.price_lines.orders_of`.
    """
    lines: list[QuoteLine] = []
    for order in orders:
        if order.status == "cancelled":
            lines += _retained(order)
            continue
        lines += _tickets(order)
        lines += [_addon(order, row) for row in order.all_addons]  # type: ignore[attr-defined]
    lines += [_product(row) for row in price_lines.products_of(trip)]
    return lines + (lines_of(trip) if trip.has_gift_cards else [])


def unit_prices(order: "TripOrder") -> dict[int, int]:
    """
    Return what each live guest of an order is asked for, in minor units, by booking id.

    The guest's own override beats the order's, which beats the resolved price (domain.md 4.5); a
    total is allocated over the guests who are not comped by their prices (domain.md 4.14).
    """
    guests: Sequence[Booking] = order.live_bookings  # type: ignore[attr-defined]
    found = {row.pk: row.unit_amount for row in guests}
    override: Mapping[str, Any] = order.pricing_override or {}
    if override.get("kind") == "total":
        own = [row.customer_type_amount_override for row in guests if not row.is_comped]
        rest = int(override["amount"]) - sum(amount for amount in own if amount is not None)
        paying = [row for row in guests if not row.is_comped and row.customer_type_amount_override is None]
        # Once the last of them is a guest of the house, nobody is left to pay it.
        parts = allocate(max(0, rest), [row.unit_amount for row in paying]) if paying else []
        found |= {row.pk: part for row, part in zip(paying, parts, strict=True)}
    elif override.get("kind") == "per_type":
        values = override["values"]
        for row in guests:
            found[row.pk] = values.get(str(row.experience_customer_type_id), found[row.pk])
    elif override.get("kind") == "per_booking":
        found |= {row.pk: override["values"].get(str(row.pk), found[row.pk]) for row in guests}
    for row in guests:
        if row.customer_type_amount_override is not None:
            found[row.pk] = row.customer_type_amount_override
    return found


def _priced(order: "TripOrder", experience: catalog.ExperienceRow) -> PricedOrder:
    slot = order.timeslot
    if slot is None:
        return PricedOrder(order.pk, order.experience_id)
    # An activity that ends at midnight has not begun another day.
    zone = scheduling.zone_of(time_zone=experience.time_zone)
    last = local_day(slot.end_at - timedelta(seconds=1), zone)
    days = max(1, (last - slot.date).days + 1)
    return PricedOrder(order.pk, order.experience_id, slot.date, days, slot.start_at)


def is_free(order: "TripOrder", booking: "Booking | None" = None) -> bool:
    """Return whether a guest, or what stands on the order itself, is given away."""
    return bool(order.is_comped or (booking is not None and booking.is_comped))


def _tickets(order: "TripOrder") -> list[QuoteLine]:
    asked = unit_prices(order)
    return [
        QuoteLine(
            kind="ticket",
            ref_id=row.experience_customer_type_id,
            label=row.experience_customer_type.label or row.experience_customer_type.customer_type.name,
            qty=1,
            unit_amount=asked[row.pk],
            amount=0 if is_free(order, row) else asked[row.pk],
            experience_customer_type_id=row.experience_customer_type_id,
            trip_order_id=order.pk,
            booking_id=row.pk,
            experience_id=order.experience_id,
            pax_cnt=row.experience_customer_type.pax_per_booking,
            is_comped=is_free(order, row),
            customer_type_id=row.experience_customer_type.customer_type_id,
        )
        for row in order.live_bookings  # type: ignore[attr-defined]
    ]


def _addon(order: "TripOrder", row: Any) -> QuoteLine:
    is_comped = is_free(order, row.booking)
    units = addon_units(row)
    addon = row.experience_addon
    label = f"{addon.name}: {row.value.label}" if row.value else addon.name
    tax_ids = None if addon.tax_ids is None else frozenset(addon.tax_ids)
    return QuoteLine(
        kind="addon",
        ref_id=row.experience_addon_id,
        label=label,
        qty=units,
        unit_amount=row.unit_amount,
        amount=0 if is_comped else units * row.unit_amount,
        trip_order_id=order.pk,
        booking_id=row.booking_id,
        experience_id=order.experience_id,
        is_comped=is_comped,
        is_commission_base=bool(addon.is_commissionable),
        tax_ids=tax_ids if addon.is_taxable else frozenset(),
    )


def _product(row: Any) -> QuoteLine:
    is_comped = row.booking is not None and is_free(row.booking.trip_order, row.booking)
    return QuoteLine(
        kind="product",
        ref_id=row.product_id,
        label=row.label,
        qty=row.qty,
        unit_amount=row.unit_amount,
        amount=0 if is_comped else row.qty * row.unit_amount,
        booking_id=row.booking_id,
        is_comped=is_comped,
        is_commission_base=False,
        tax_ids=frozenset(row.product.tax_ids) or None,
    )


def _carried(orders: "Sequence[TripOrder]") -> list[QuoteLine]:
    """What parts of a split owe beside their lines, after tax: so both together stay the same."""
    found = [(order, (order.retained or {}).get("carried")) for order in orders]
    return [
        QuoteLine(
            "manual_adjust",
            None,
            item["label"],
            1,
            item["amount"],
            item["amount"],
            trip_order_id=order.pk,
            is_commission_base=False,
        )
        for order, item in found
        if item
    ]


def _retained(order: "TripOrder") -> list[QuoteLine]:
    """
    What a cancelled order still owes, taxed as it was sold (domain.md 4.11).

    `retained` is what `pricing.retaining.Kept.stored` says, in minor units; its `amount` is without
    the taxes on top.
    """
    kept = order.retained or {}
    # Not as fees: what stays of a cancelled order is no base of a booking fee.
    named = [{"label": kept.get("label"), "amount": kept.get("amount")}, *kept.get("fees", ())]
    parts: list[tuple[LineKind, int | None, str, int, bool, int | None]] = [
        ("cancellation_fee", None, item["label"], item["amount"], False, None) for item in named
    ]
    parts += [
        ("tax", tax["ref_id"], tax["label"], tax["amount"], tax["is_inclusive"], tax.get("base_amount"))
        for tax in kept.get("taxes", ())
    ]
    parts.append(("booking_fee", None, "Booking fee", kept.get("booking_fee_amount") or 0, False, None))
    return [
        QuoteLine(
            kind,
            ref_id,
            name,
            1,
            amount,
            amount,
            is_inclusive=is_inclusive,
            trip_order_id=order.pk,
            is_commission_base=False,
            base_amount=base,
        )
        for kind, ref_id, name, amount, is_inclusive, base in parts
        if amount
    ]
