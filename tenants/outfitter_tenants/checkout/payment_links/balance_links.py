"""
The address in messages under which a trip's own customer pays what is left, whenever they open it.

It names the trip, sealed: writing it makes no row, and so does looking. Who begins to pay gets a request
for money of their own, which serves everybody who opens the address while it stands.

A brief address is shown where strangers may see it: it is good for minutes, and its page says nothing of
the customer (ADR 150).
"""

import hmac
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from django.conf import settings

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.crypto import keyed_hash
from outfitter_tenants.checkout.payment_links import operations
from outfitter_tenants.checkout.payment_links.customer_links import open_for_balance
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import PaymentLink

_SEALED: Final = re.compile(r"b([1-9][0-9]{0,17})-([0-9a-f]{32})")
_BRIEF: Final = re.compile(r"k([1-9][0-9]{0,17})-([0-9]{10})-([0-9a-f]{32})")


def path_of(trip_id: int) -> str:
    """Return where what is left of a trip is paid: always the same."""
    return f"/pay/{_secret_of(trip_id)}"


def brief_path_of(trip_id: int, *, until: datetime) -> str:
    """Return where what is left of a trip is paid until then, by whoever sees the address."""
    return f"/pay/{_brief_secret(trip_id, int(until.timestamp()))}"


def is_brief(secret: str) -> bool:
    """Return whether an address is one that strangers may see."""
    return secret.startswith("k")


def find(*, secret: str, at: datetime) -> "PaymentLink":
    """
    Return what an address asks for; one of a trip that nobody asked yet has no row.

    :raises PaymentLinkNotFound: it is none of ours
    """
    if is_brief(secret):
        brief_id, until = _brief_of(secret)
        return _ends(_of_balance(brief_id, at), until)
    trip_id = _trip_of(secret)
    return operations.find(secret=secret) if trip_id is None else _of_balance(trip_id, at)


def find_or_make(*, secret: str, at: datetime) -> "PaymentLink":
    """
    Return what an address asks for as a row, for somebody who pays.

    :raises PaymentLinkNotFound: it is none of ours
    :raises NothingDue: nothing is owed
    """
    found = find(secret=secret, at=at)
    if found.pk is not None or found.expires_at <= at:
        return found
    made = open_for_balance(trip_id=found.trip_id, at=at)
    return _ends(made, found.expires_at) if is_brief(secret) else made


def _secret_of(trip_id: int) -> str:
    seal = keyed_hash(settings.SECRET_KEY, current_schema(), "trip-balance", str(trip_id))
    return f"b{trip_id}-{seal[:32]}"


def _trip_of(secret: str) -> int | None:
    found = _SEALED.fullmatch(secret)
    if found is None:
        return None
    if not hmac.compare_digest(_secret_of(int(found[1])), secret):
        raise money.PaymentLinkNotFound("Payment link not found.")
    return int(found[1])


def _brief_secret(trip_id: int, until: int) -> str:
    seal = keyed_hash(settings.SECRET_KEY, current_schema(), "trip-balance-brief", f"{trip_id}-{until}")
    return f"k{trip_id}-{until}-{seal[:32]}"


def _brief_of(secret: str) -> tuple[int, datetime]:
    found = _BRIEF.fullmatch(secret)
    if found is None or not hmac.compare_digest(_brief_secret(int(found[1]), int(found[2])), secret):
        raise money.PaymentLinkNotFound("Payment link not found.")
    return int(found[1]), datetime.fromtimestamp(int(found[2]), UTC)


def _ends(link: "PaymentLink", until: datetime) -> "PaymentLink":
    """Return a request as its address has it, which may end sooner; the row stays as it is."""
    link.expires_at = min(link.expires_at, until)
    return link


def _of_balance(trip_id: int, at: datetime) -> "PaymentLink":
    """Return the request that serves: one that stands, else the one that was paid, else none yet."""
    rows = [row for row in money.links_of_trip(trip_id=trip_id) if row.amount_mode == "balance"]
    states = [(row, operations.get_link_state(link=row, at=at).state) for row in rows]
    for wanted in ("open", "paid"):
        for row, state in states:
            if state == wanted:
                return row
    trip = trips.get_trip(trip_id=trip_id)
    return money.unwritten_balance_link(
        trip_id=trip_id,
        amount=max(0, trips.customer_owes(trip)),
        expires_at=operations.expiry_of(trip, days=None, at=at),
        at=at,
    )
