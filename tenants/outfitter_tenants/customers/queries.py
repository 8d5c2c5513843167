"""Reads of customers."""

from dataclasses import dataclass

from outfitter_tenants.customers.models import Customer


@dataclass(frozen=True, slots=True)
class CustomerSummary:
    """A customer as lists show them."""

    id: int
    hash: str
    name: str
    email: str | None
    phone: str | None
    is_vip: bool
    trip_cnt: int
    lifetime_value_amount: int


def find_summary(*, customer_id: int) -> CustomerSummary | None:
    """Return one customer, None when there is none."""
    row = Customer.objects.filter(pk=customer_id).first()
    if row is None:
        return None
    return CustomerSummary(
        id=row.pk,
        hash=row.hash,
        name=f"{row.first_name} {row.last_name}".strip(),
        email=row.email,
        phone=row.phone,
        is_vip=row.is_vip,
        trip_cnt=row.trip_cnt,
        lifetime_value_amount=row.lifetime_value_amount,
    )
