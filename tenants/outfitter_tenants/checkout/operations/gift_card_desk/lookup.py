"""Codes that somebody names: found, or counted against whoever guesses (domain.md 4.15)."""

from datetime import datetime
from typing import TYPE_CHECKING

from outfitter_tenants.checkout.operations.frame.change import By
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.operations import guessing, refusal

if TYPE_CHECKING:
    from outfitter_tenants.giftcards.models import GiftCard


def find(*, code: str, by: By, ip: str | None, at: datetime) -> "GiftCard":
    """
    Return the card with a code, outside of any transaction.

    Who may see every card guesses nothing and is not counted.

    :raises GiftCardInvalid: nobody has this code
    :raises RateLimited: ten codes of the last hour were wrong
    """
    if by.can("giftcard.manage"):
        found = queries.find_by_code(code=code)
        if found is None:
            raise refusal("unknown")
        return found
    who = f"avatar:{by.avatar_id}" if by.avatar_id else f"ip:{ip}"
    try_id = guessing.begin(who=who, at=at)
    found = queries.find_by_code(code=code)
    if found is None:
        guessing.was_wrong(try_id=try_id, who=who, name=by.name or ip or "?", at=at)
        raise refusal("unknown")
    guessing.was_right(try_id=try_id)
    return found
