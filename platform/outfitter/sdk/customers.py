"""What a plugin may ask and say of customers. Import it inside hook bodies: it needs Django."""

from outfitter.kit.clock import utc_now
from outfitter.plugins.types import TenantContext
from outfitter_tenants.customers import operations, queries

__all__ = ["opted_out", "wants_news"]


def wants_news(ctx: TenantContext, *, customer_id: int) -> bool:
    """Return whether a customer asked for news by e-mail; nobody who is gone did."""
    try:
        row = queries.get_customer(customer_id=customer_id)
    except queries.CustomerNotFound:
        return False
    return bool(row.marketing.get("email_opt_in"))


def opted_out(ctx: TenantContext, *, email: str, source: str) -> int:
    """
    Record that whoever has this address wants no news any more; returns how many customers.

    `source` is the plugin's slug, for the customer's history. Safe to call twice.
    """
    return operations.opt_out(email=email, source=source, at=utc_now())
