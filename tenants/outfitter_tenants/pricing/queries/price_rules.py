"""Reads of the rules that make a price."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from outfitter.db.configuration import configuration_read
from outfitter.db.statements import Statement
from outfitter.kit.currencies import chargeable_unit
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing.models import CancellationPolicy, PriceRules, Surcharge
from outfitter_tenants.pricing.rules.booking_fee import BookingFee
from outfitter_tenants.pricing.rules.deposits import Deposit
from outfitter_tenants.pricing.rules.surcharges import Charge
from outfitter_tenants.pricing.rules.ticket_display import AllIn
from outfitter_tenants.pricing.rules.trip_price import Rules


@configuration_read
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
        time_zone=properties.time_zone,
        unit=chargeable_unit(properties.currency),
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
    sets = {"applies_to", "experience_ids", "methods", "reseller_ids"}
    values: dict[str, Any] = {
        name: frozenset(getattr(row, name)) if name in sets else getattr(row, name)
        for name in Charge.__slots__
    }
    return Charge(**values)


def list_surcharges(*, kind: str) -> list[Surcharge]:
    """Return the taxes or the fees with everything about them, in their order."""
    rows = Surcharge.objects.filter(kind=kind, archived_at__isnull=True)
    return list(rows.order_by("position", "id"))


def every_tax() -> list[Surcharge]:
    """Return the taxes in their order, archived ones too: what was sold goes on bearing them."""
    return list(Surcharge.objects.filter(kind="tax").order_by("position", "id"))


def fixed_fee_ids() -> frozenset[int]:
    """Return the fees that never come back to a customer who cancels, archived ones too."""
    rows = Surcharge.objects.filter(kind="fee", is_refundable=False)
    return frozenset(rows.values_list("pk", flat=True))


@configuration_read
def list_policies() -> list[CancellationPolicy]:
    """Return the cancellation policies in their order."""
    rows = CancellationPolicy.objects.filter(archived_at__isnull=True)
    return list(rows.order_by("position", "id"))


# Whether the operator charges any tax, and said what a guest who cancels gets back (domain.md 6.3).
ANY_TAX: Final = Statement(
    lambda: Surcharge.objects.filter(kind="tax", archived_at__isnull=True).values_list("pk")[:1]
)
ANY_POLICY: Final = Statement(
    lambda: CancellationPolicy.objects.filter(archived_at__isnull=True).values_list("pk")[:1]
)


def policy_snapshots(*, experience_ids: Iterable[int]) -> dict[int, dict[str, object]]:
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
                "weather_refund_ppm": row.weather_refund_ppm,
                "is_weather_credit_allowed": row.is_weather_credit_allowed,
                "self_cancel_until_hours": row.self_cancel_until_hours,
                "self_rebook_until_hours": row.self_rebook_until_hours,
            }
    return found


def deposits_of(*, experience_ids: Iterable[int], default: Deposit) -> Mapping[int, Deposit]:
    """Return, by experience, the deposit it asks for: its own, or else the operator's."""
    rows = catalog.list_experiences(ids=experience_ids)
    return {row.id: Deposit.of(row.deposit) if row.deposit.get("kind") else default for row in rows.values()}


def from_prices() -> AllIn:
    """Return how "from" prices show on calendars; rules are read only where they matter."""
    if people.get_properties().price_display_mode != "all_in":
        return AllIn(rules=Rules(), method="ecommerce")
    return AllIn(rules=get_rules(), method="ecommerce")
