"""What a plugin may ask and say of customers. Import it inside hook bodies: it needs Django."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from outfitter.kit.clock import utc_now
from outfitter.plugins.types import TenantContext
from outfitter_tenants.customers import operations, queries

if TYPE_CHECKING:
    from outfitter_tenants.customers.models import Customer

__all__ = ["Contact", "find_contact", "list_contacts", "opted_out", "wants_news"]


@dataclass(frozen=True, slots=True)
class Contact:
    """A customer as a newsletter knows them; `email` is in lower case, empty where there is none."""

    customer_id: int
    email: str
    first_name: str
    last_name: str
    locale: str
    tags: tuple[str, ...]
    wants_news: bool
    # They took back a yes; who never said one has not.
    has_opted_out: bool = False


def wants_news(ctx: TenantContext, *, customer_id: int) -> bool:
    """Return whether a customer asked for news by e-mail; nobody who is gone did."""
    found = find_contact(ctx, customer_id=customer_id)
    return found is not None and found.wants_news


def find_contact(ctx: TenantContext, *, customer_id: int) -> Contact | None:
    """Return a customer as they are now; a merged one leads to the kept one, who is gone is None."""
    try:
        row = queries.get_customer(customer_id=customer_id)
    except queries.CustomerNotFound:
        return None
    return None if row.anonymised_at else _contact(row)


def list_contacts(ctx: TenantContext, *, after: int, limit: int) -> list[Contact]:
    """Return the next customers who want news, by id; empty at the end."""
    wanting = queries.living().filter(marketing__contains={"email_opt_in": True})
    return [_contact(row) for row in wanting.filter(pk__gt=after).order_by("pk")[:limit]]


def _contact(row: "Customer") -> Contact:
    return Contact(
        customer_id=row.pk,
        email=(row.email or "").lower(),
        first_name=row.first_name,
        last_name=row.last_name,
        locale=row.locale,
        tags=tuple(row.tags),
        wants_news=bool(row.marketing.get("email_opt_in")),
        has_opted_out=row.unsubscribed_at is not None and not row.marketing.get("email_opt_in"),
    )


def opted_out(ctx: TenantContext, *, email: str, source: str) -> int:
    """
    Record that whoever has this address wants no news any more; returns how many customers.

    `source` is the plugin's slug, for the customer's history. Safe to call twice.
    """
    return operations.opt_out(email=email, source=source, at=utc_now())
