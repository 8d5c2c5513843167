"""Codes that somebody names: found, or counted against whoever guesses (domain.md 4.15)."""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.operations import rate_limits, refusal

if TYPE_CHECKING:
    from outfitter_tenants.giftcards.models import GiftCard


_UNSOLD: Final = frozenset({"pending", "void"})


def find(*, code: str, by: TripActor, ip: str | None, at: datetime) -> "GiftCard":
    """
    Return the card with a code, outside of any transaction.

    Who may see every card guesses nothing and is not counted. What a visitor names that is not
    sold, or void, counts as wrong.

    :raises GiftCardInvalid: nobody has this code
    :raises RateLimited: ten codes of the last hour were wrong
    """
    if by.can("giftcard.manage"):
        found = queries.find_by_code(code=code)
        if found is None:
            raise refusal("unknown")
        return found
    who = f"avatar:{by.avatar_id}" if by.avatar_id else rate_limits.visitor(ip)
    try_id = rate_limits.begin(who=who, at=at)
    found = queries.find_by_code(code=code)
    if found is None:
        rate_limits.was_wrong(try_id=try_id, who=who, name=by.name or ip or "?", at=at)
        raise refusal("unknown")
    if found.status in _UNSOLD and not by.avatar_id:
        # Whoever reads codes off cards on a shelf asks until one of them is sold.
        rate_limits.was_wrong(try_id=try_id, who=who, name=by.name or ip or "?", at=at)
    else:
        rate_limits.was_right(try_id=try_id)
    return found
