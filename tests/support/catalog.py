"""Things to sell, each with the least that is valid."""

from collections.abc import Sequence
from typing import Any

from outfitter_tenants.catalog.models import CustomerType, Experience, ExperienceCustomerType


def make_customer_type(*, slug: str = "adult", kind: str = "adult") -> CustomerType:
    """Return the operator's customer type of that slug, made when it is missing."""
    values = {"name": slug.replace("_", " ").title(), "kind": kind}
    return CustomerType.objects.get_or_create(slug=slug, defaults=values)[0]


def make_experience(
    *,
    name: str = "Reef tour",
    status: str = "live",
    default_capacity: int | None = 10,
    prices: Sequence[int] = (4900, 2900),
    **given: Any,
) -> Experience:
    """Return an experience that adults (and children) can buy at `prices`, in minor units."""
    slug = given.pop("slug", None) or f"{name.lower().replace(' ', '-')}-{_number()}"
    row = Experience.objects.create(
        name=name, slug=slug, status=status, default_capacity=default_capacity, **given
    )
    for position, price in enumerate(prices):
        make_price(experience=row, slug=("adult", "child", "senior")[position], base_price=price)
    return row


def make_price(
    *, experience: Experience, slug: str = "adult", base_price: int = 4900, **given: Any
) -> ExperienceCustomerType:
    """Return a customer type as the experience sells it."""
    values = {"position": ExperienceCustomerType.objects.filter(experience=experience).count()}
    return ExperienceCustomerType.objects.create(
        experience=experience,
        customer_type=make_customer_type(slug=slug, kind=given.pop("kind", slug)),
        base_price=base_price,
        **{**values, **given},
    )


def price_ids(experience: Experience) -> list[int]:
    """Return the ids of what the experience sells, in order."""
    rows = ExperienceCustomerType.objects.filter(experience=experience)
    return list(rows.order_by("position", "id").values_list("id", flat=True))


def _number() -> int:
    return Experience.objects.count() + 1
