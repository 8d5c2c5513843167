"""Codes that somebody names: found, or counted against whoever guesses (domain.md 4.15)."""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter_tenants.checkout.operations.frame.change import By
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.operations import guessing, refusal

if TYPE_CHECKING:
    from outfitter_tenants.giftcards.models import GiftCard


_UNSOLD: Final = frozenset({"pending", "void"})


def find(*, code: str, by: By, ip: str | None, at: datetime) -> "GiftCard":
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
    who = f"avatar:{by.avatar_id}" if by.avatar_id else guessing.visitor(ip)
    try_id = guessing.begin(who=who, at=at)
    found = queries.find_by_code(code=code)
    if found is None:
        guessing.was_wrong(try_id=try_id, who=who, name=by.name or ip or "?", at=at)
        raise refusal("unknown")
    if found.status in _UNSOLD and not by.avatar_id:
        # Whoever reads codes off cards on a shelf asks until one of them is sold.
        guessing.was_wrong(try_id=try_id, who=who, name=by.name or ip or "?", at=at)
    else:
        guessing.was_right(try_id=try_id)
    return found
