"""
What the demonstration operator charges beside its prices, and what it gives back.

Guided tours are not taxed in Maine; prepared meals and landing on the refuge are, so only the
island picnic has lines of its own.
"""

from datetime import datetime
from typing import Final

from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.cancellation import Tier
from outfitter_tenants.trips.models import TripOrder
from outfitter_tenants.trips.operations import lookups

PICNIC: Final = "Private Island Picnic"
WHOLE, HALF = 1_000_000, 500_000


def set_rates(*, at: datetime) -> None:
    """Set taxes, fees, policies and the words of the day."""
    picnic = list(Experience.objects.filter(name=PICNIC).values_list("pk", flat=True))
    pricing.save_surcharge(
        kind="fee", at=at,
        values={
            "name": "Refuge landing fee", "calc": "fixed", "amount": 600, "per": "booking",
            "applies_to": ["tickets"], "experience_ids": picnic,
        },
    )  # fmt: skip
    pricing.save_surcharge(
        kind="tax", at=at,
        values={
            "name": "Maine meals tax", "calc": "percent", "rate_ppm": 80_000,
            "applies_to": ["tickets", "addons"], "experience_ids": picnic,
            "tax_code": "ME-PREPARED-FOOD",
        },
    )  # fmt: skip
    _policy("Flexible", ((48, WHOLE), (24, HALF)), [], at=at)
    _policy("Island and charter", ((168, WHOLE), (72, HALF)), picnic, at=at)
    lookups.save(which="statuses", name="Geared up", color="#0e7490", at=at)
    lookups.save(which="sources", name="Acadia podcast", at=at)
    for name, color in (
        ("Call back", "#b45309"),
        ("Special need", "#7c3aed"),
        ("Payment question", "#b91c1c"),
    ):
        lookups.save(which="flags", name=name, color=color, at=at)


def keep_policies() -> None:
    """Give every order the policy its customer agreed to."""
    ids = set(TripOrder.objects.order_by().values_list("experience_id", flat=True))
    for experience_id, policy in prices.policy_snapshots(experience_ids=ids).items():
        TripOrder.objects.filter(experience_id=experience_id).update(cancellation_policy=policy)


def _policy(
    name: str, tiers: tuple[tuple[int, int], ...], experience_ids: list[int], *, at: datetime
) -> None:
    pricing.save_policy(
        at=at,
        values={
            "name": name,
            "tiers": [Tier(hours, ppm) for hours, ppm in tiers],
            "noshow_refund_ppm": 0,
            "is_default": not experience_ids,
            "experience_ids": experience_ids,
        },
    )
