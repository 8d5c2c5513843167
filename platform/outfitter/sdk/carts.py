"""
Carts that a program fills for a visitor, who pays on the operator's own page. Import it inside hook
bodies: it needs Django.

Everything a visitor may not do is refused here too, as `DomainError`s: `validation_failed`,
`sold_out`, `not_bookable`, `not_found`, `not_a_draft` and what the cart says besides. None of it may
be called inside a transaction of the caller's.
"""

from collections.abc import Sequence
from urllib.parse import quote

from outfitter.accounts import queries as accounts
from outfitter.kit.clock import utc_now
from outfitter.plugins.types import TenantContext
from outfitter_tenants.checkout.carts import program_carts
from outfitter_tenants.checkout.carts.program_carts import CartLine, Charge, ProgramCart, Ticket
from outfitter_tenants.trips.operations.drafts import Contact

__all__ = [
    "CartLine",
    "Charge",
    "Contact",
    "ProgramCart",
    "Ticket",
    "change",
    "checkout_url",
    "hold",
    "is_selling",
    "read",
    "trip_url",
]


def is_selling(ctx: TenantContext) -> bool:
    """Return whether the operator sells to visitors right now."""
    return accounts.sells_here()


def hold(
    ctx: TenantContext,
    *,
    tickets: Sequence[Ticket],
    contact: Contact | None = None,
    locale: str | None = None,
    ip: str | None = None,
) -> ProgramCart:
    """
    Hold tickets in a new cart, as long as any visitor's.

    :raises DomainError: they cannot be had; `code` and `detail` say why
    """
    return program_carts.open_cart(tickets=tickets, contact=contact, locale=locale, ip=ip, at=utc_now())


def change(
    ctx: TenantContext,
    key: str,
    *,
    tickets: Sequence[Ticket],
    contact: Contact | None = None,
    ip: str | None = None,
) -> ProgramCart:
    """
    Have a cart hold exactly these tickets; with none of them everything is given back.

    :raises DomainError: they cannot be had, or the cart is booked or gone
    """
    return program_carts.change_cart(key=key, tickets=tickets, contact=contact, ip=ip, at=utc_now())


def read(ctx: TenantContext, key: str) -> ProgramCart:
    """
    Return a cart as it is now.

    :raises DomainError: there is none
    """
    return program_carts.read_cart(key=key, at=utc_now())


def checkout_url(ctx: TenantContext, key: str) -> str:
    """Return where the guest completes and pays a cart."""
    return f"{ctx.base_url}/cart/{quote(key)}"


def trip_url(ctx: TenantContext, key: str) -> str:
    """Return where the guest finds what they booked."""
    return f"{ctx.base_url}/customerPortal?trip={quote(key)}"
