"""What somebody asks of a cart, and who they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from outfitter.api.principal import Principal
from outfitter_tenants.checkout.products.operations import ProductRequest
from outfitter_tenants.scheduling.rules.availability import Audience
from outfitter_tenants.trips.operations import drafts


@dataclass(frozen=True, slots=True)
class CartActor:
    """
    Who fills the cart: audience decides cut-offs, party rules and hold times.

    Staff may book late with timeslot.book_past, and beyond the seats with timeslot.overbook when
    they ask for it (domain.md 4.2.6, 4.2.7).
    """

    audience: Audience
    method: str
    visitor: str | None
    ip: str | None
    avatar_id: int | None = None
    may_book_past: bool = False
    may_overbook: bool = False
    may_reprice: bool = False
    # Staff of a reseller: what they hold waits as long as partners' seats do, and the sale is theirs.
    is_agent: bool = False
    reseller_id: int | None = None

    @property
    def is_by_phone(self) -> bool:
        """Return whether somebody else types what the guest says: who calls may say one name only."""
        return self.audience != "online" or self.method == "ai_agent"

    @classmethod
    def of_agent(cls, principal: Principal, ip: str | None) -> CartActor:
        """Return an agent, who sells as partners do, whatever way was asked for."""
        return cls(
            "reseller",
            "reseller",
            None,
            ip,
            principal.avatar_id,
            is_agent=True,
            reseller_id=principal.reseller_id,
        )


@dataclass(frozen=True, slots=True)
class OrderRequest:
    """One experience at one time for these guests: experience customer type id -> how many."""

    id: int | None
    experience_id: int
    timeslot_id: int
    quantities: dict[int, int]


@dataclass(frozen=True, slots=True)
class CartRequest:
    """What a caller wants of a trip; None leaves that part as it is."""

    trip_id: int | None
    version: int | None
    locale: str | None
    contact: drafts.Contact | None
    orders: Sequence[OrderRequest] | None
    utm: dict[str, Any]
    referrer: str | None
    # From the shelf, for the trip as such.
    products: Sequence[ProductRequest] | None = None
    # Whether a visitor may be written to about a cart they leave.
    may_remind: bool | None = None
    # The partner whose link brought a visitor; counts when their cart is begun.
    reseller_id: int | None = None
    # The code that makes a visitor's cart a partner's sale, in a link or typed.
    promo_code: str | None = None
