"""Gift cards of the demonstration operator: bought, given away, printed, spent up, run out."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from outfitter_demo.names import Person
from outfitter_tenants.checkout.operations.frame.change import By
from outfitter_tenants.checkout.operations.gift_card_desk import keeping, upkeeping
from outfitter_tenants.checkout.operations.gift_card_desk.selling import Wanted
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.operations import Recipient, Value

_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class _Gift:
    """A card: value in cents, made so many days ago, in which style, and what it says."""

    value: Value
    days_ago: int
    style: str
    message: str = ""
    code: str | None = None
    is_active: bool = True
    deliver_in: int | None = None
    ends_in: int | None = None
    reload: int = 0


_GIFTS: Final = (
    _Gift(Value(10_000), 84, "waves", "Happy birthday! See you on the water."),
    _Gift(Value(15_000, 1_500), 61, "sunrise", "Thank you for everything."),
    _Gift(Value(5_000), 40, "summit", "For your next adventure.", reload=2_500),
    _Gift(Value(0, 2_500), 33, "party", "You won our summer photo contest!"),
    _Gift(Value(20_000), 3, "stars", "Merry Christmas from all of us.", deliver_in=9),
    _Gift(Value(5_000), 120, "plain", ends_in=-12),
    _Gift(Value(5_000), 15, "waves", code="REEF-0001", is_active=False),
    _Gift(Value(5_000), 15, "waves", code="REEF-0002", is_active=False),
)


def give(guests: "list[Person]", *, at: datetime) -> int:
    """Make the cards, as of the days they were made; returns how many."""
    by = By(permissions=frozenset({"giftcard.manage"}))
    styles = {row.slug: row.pk for row in queries.list_styles()}
    for gift, to, sender in zip(_GIFTS, guests, reversed(guests), strict=False):
        made_at = at - gift.days_ago * _DAY
        is_named = gift.code is None
        who = Recipient(
            name=f"{to.first_name} {to.last_name}" if is_named else "",
            email=to.email if is_named else None,
            sender=f"{sender.first_name} {sender.last_name}" if is_named else "",
            message=gift.message,
            locale=to.locale,
            deliver_at=None if gift.deliver_in is None else at + gift.deliver_in * _DAY,
        )
        wanted = Wanted(
            gift.value, who, style_id=styles[gift.style], code=gift.code,
            is_physical=gift.code is not None,
            expires_at=None if gift.ends_in is None else at + gift.ends_in * _DAY,
        )  # fmt: skip
        gift_card_id = keeping.make(wanted=wanted, by=by, at=made_at)
        if gift.is_active:
            keeping.activate(gift_card_id=gift_card_id, by=by, at=made_at)
        if gift.reload:
            later = made_at + 12 * _DAY
            keeping.reload(gift_card_id=gift_card_id, value=Value(gift.reload), by=by, at=later)
    upkeeping.expire({}, at)
    return len(_GIFTS)
