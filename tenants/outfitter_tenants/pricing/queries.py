"""Reads of prices: of departures, and of the rules that make a price."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries import Audience, CustomerTypeRow
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing.bookingfee import BookingFee
from outfitter_tenants.pricing.deposits import Deposit
from outfitter_tenants.pricing.display import AllIn
from outfitter_tenants.pricing.models import CancellationPolicy, PriceRules, Surcharge
from outfitter_tenants.pricing.quote import unit_price
from outfitter_tenants.pricing.rules import Rules
from outfitter_tenants.pricing.surcharges import Charge
from outfitter_tenants.scheduling.queries import TimeslotRow

# A price that was shown is asked for again after so long; a hold keeps it for longer.
SHOWN_FOR: Final = timedelta(minutes=15)


def get_rules() -> Rules:
    """Return how this operator's prices are made now."""
    properties = people.get_properties()
    row = get_price_rules()
    return Rules(
        charges=list_charges(),
        round_per="trip" if row.round_per == "trip" else "line",
        is_exclusive_on_gross=row.is_exclusive_on_gross,
        booking_fee=BookingFee.of(properties.booking_fee),
        deposit=Deposit.of(properties.deposit),
        is_all_in=properties.price_display_mode == "all_in",
    )


def get_price_rules() -> PriceRules:
    """Return how taxes round here; the defaults before that was ever said."""
    return PriceRules.objects.filter(pk=1).first() or PriceRules()


def list_charges() -> tuple[Charge, ...]:
    """Return the fees and taxes in force, in their order."""
    rows = Surcharge.objects.filter(archived_at__isnull=True).order_by("position", "id")
    return tuple(charge_of(row) for row in rows)


def charge_of(row: Surcharge) -> Charge:
    """Return a stored tax or fee as the pipeline reads it."""
    sets = {"applies_to", "experience_ids", "methods"}
    values: dict[str, Any] = {
        name: frozenset(getattr(row, name)) if name in sets else getattr(row, name)
        for name in Charge.__slots__
    }
    return Charge(**values)


def list_surcharges(*, kind: str) -> list[Surcharge]:
    """Return the taxes or the fees with everything about them, in their order."""
    rows = Surcharge.objects.filter(kind=kind, archived_at__isnull=True)
    return list(rows.order_by("position", "id"))


def list_policies() -> list[CancellationPolicy]:
    """Return the cancellation policies in their order."""
    rows = CancellationPolicy.objects.filter(archived_at__isnull=True)
    return list(rows.order_by("position", "id"))


def policy_snapshots(*, experience_ids: Iterable[int]) -> dict[int, dict[str, Any]]:
    """
    Return, by experience, the policy an order made now is under; nothing where there is none.

    An order keeps this: what a customer agreed to does not change with the policy.
    """
    rows = {row.pk: row for row in list_policies()}
    default = next((row for row in rows.values() if row.is_default), None)
    found: dict[int, dict[str, Any]] = {}
    for experience in catalog.list_experiences(ids=experience_ids).values():
        row = rows.get(experience.cancellation_policy_id or 0, default)
        if row is not None:
            found[experience.id] = {
                "policy_id": row.pk,
                "name": row.name,
                "tiers": row.tiers,
                "noshow_refund_ppm": row.noshow_refund_ppm,
            }
    return found


def deposits_of(*, experience_ids: Iterable[int], default: Deposit) -> Mapping[int, Deposit]:
    """Return, by experience, the deposit it asks for: its own, or else the operator's."""
    rows = catalog.list_experiences(ids=experience_ids)
    return {
        row.id: Deposit.of(row.deposit) if row.deposit.get("kind") else default
        for row in rows.values()
    }


def from_prices() -> AllIn:
    """Return how "from" prices show on calendars; rules are read only where they matter."""
    if people.get_properties().price_display_mode != "all_in":
        return AllIn(rules=Rules(), method="ecommerce")
    return AllIn(rules=get_rules(), method="ecommerce")


def prices_of_timeslot(
    *, slot: TimeslotRow, method: str, audience: Audience, at: datetime
) -> dict[str, Any]:
    """Return what each customer type costs on a departure, for that audience."""
    kinds = catalog.experience_customer_types(experience_id=slot.experience_id, audience=audience)
    left = slot.remaining.of(audience)
    shown = AllIn(rules=get_rules(), method=method)
    return {
        "timeslot_id": slot.id,
        "method": method,
        "currency": people.get_properties().currency,
        "prices": [_price(kind, slot, left, shown) for kind in kinds],
        "min_pax": slot.min_pax,
        "max_pax": slot.max_pax,
        "valid_until": at + SHOWN_FOR,
    }


def _price(
    kind: CustomerTypeRow, slot: TimeslotRow, left: int | None, shown: AllIn
) -> dict[str, Any]:
    amount, source = unit_price(experience_customer_type=kind, price_override=slot.price_override)
    is_limited = left is not None and kind.is_consume_capacity
    ticket = shown.ticket(
        experience_id=slot.experience_id, price=amount, pax=kind.pax_per_booking, day=slot.date
    )
    return {
        "experience_customer_type_id": kind.id,
        "customer_type": {
            "id": kind.customer_type_id,
            "slug": kind.customer_type_slug,
            "name": kind.customer_type_name,
            "kind": kind.kind,
        },
        "label": kind.name,
        "price": ticket.amount,
        "original_price": None,
        "tax_included": ticket.is_tax_included,
        "min_qty": kind.min_qty,
        "max_qty": kind.max_qty,
        "min_age": kind.min_age,
        "max_age": kind.max_age,
        "remaining": (left or 0) // kind.pax_per_booking if is_limited else None,
        "pax_per_booking": kind.pax_per_booking,
        "price_source": source,
        "rate_sheet_id": None,
    }
