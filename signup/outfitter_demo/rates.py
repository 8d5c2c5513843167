"""
What the demonstration operator charges beside its prices, and what it gives back.

Guided tours are not taxed in Maine; prepared meals and landing on the refuge are, so only the
island picnic has lines of its own.
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Final

from outfitter_demo.catalog import DemoExperience
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.catalog.operations import seasons
from outfitter_tenants.catalog.operations.seasons import SeasonValues
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from outfitter_tenants.trips.models import TripOrder
from outfitter_tenants.trips.operations import lookups

PICNIC: Final = "Private Island Picnic"
WHOLE, HALF = 1_000_000, 500_000
# From and to, each as month and day.
Span = tuple[tuple[int, int], tuple[int, int]]


def set_rates(*, at: datetime) -> None:
    """Set taxes, fees, policies and the words of the day."""
    picnic = list(Experience.objects.filter(name=PICNIC).values_list("pk", flat=True))
    pricing.save_surcharge(
        kind="fee",
        at=at,
        values={
            "name": "Refuge landing fee",
            "calc": "fixed",
            "amount": 600,
            "per": "booking",
            "applies_to": ["tickets"],
            "experience_ids": picnic,
        },
    )
    pricing.save_surcharge(
        kind="tax",
        at=at,
        values={
            "name": "Maine meals tax",
            "calc": "percent",
            "rate_ppm": 80_000,
            "applies_to": ["tickets", "addons"],
            "experience_ids": picnic,
            "tax_code": "ME-PREPARED-FOOD",
        },
    )
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


def set_seasons(made: Sequence[DemoExperience], *, at: datetime) -> None:
    """Set the seasons that have names here, and what costs more or less in them."""
    year = at.year
    winter, _ = seasons.save_season(values=_season("Holiday weeks", ((12, 20), (12, 31)), year), at=at)
    seasons.save_season(values=_season("Foliage", ((9, 22), (10, 20)), year), at=at)
    by_name = {each.plan.name: each for each in made}
    sail = by_name["Sunset Sail on the Margaret Rowe"]
    _sheet(sail, "Holiday sails", 150_000, at=at, season_ids=[winter], priority=10)
    whales = by_name["Whales & Puffins Offshore"]
    _sheet(whales, "Ten or more", -100_000, at=at, pax_min=10)
    _sheet(whales, "Residents in spring", -250_000, at=at, status="draft", weekdays=[1, 2, 3])


def _season(name: str, span: Span, year: int) -> SeasonValues:
    first, last = span
    return {
        "name": name,
        "ranges": [(date(y, *first), date(y, *last)) for y in (year, year + 1)],
        "weekdays": range(7),
        "time_from": None,
        "time_to": None,
    }


def _sheet(made: DemoExperience, name: str, ppm: int, *, at: datetime, **given: Any) -> None:
    nothing = dict.fromkeys(
        (
            "time_from",
            "time_to",
            "pax_min",
            "pax_max",
            "remaining_min",
            "remaining_max",
            "advance_min_minutes",
            "advance_max_minutes",
            "valid_from",
            "valid_to",
        )
    )
    lists = ("channels", "reseller_ids", "season_ids", "weekdays")
    values: Any = {
        **nothing,
        **{key: [] for key in lists},
        "name": name,
        "status": "live",
        "priority": 0,
        "is_same_type_only": False,
        "prices": {t.id: ("percent", ppm) for t in made.tickets.values() if t.base_price},
        **given,
    }
    pricing.save_rate_sheet(experience_id=made.id, values=values, at=at)


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
