"""Gift cards around trips: sold with them, spent on them, given back by them (domain.md 4.15)."""

from outfitter_tenants.checkout.operations.gift_cards.credit import (
    Credit,
    CreditPart,
    issue_credit,
    restore,
)

__all__ = ["Credit", "CreditPart", "install", "issue_credit", "restore"]


def install() -> None:
    """Name the handlers of what becomes due: carts that let go of cards, the daily work."""
    from outfitter.accounts import upkeep
    from outfitter.plugins import due
    from outfitter_tenants.checkout.operations.gift_cards import handing_over, holding, upkeeping
    from outfitter_tenants.giftcards.operations import delivery, holds

    due.handles(holds.RELEASE, holding.release_lapsed)
    due.handles(delivery.DELIVER, handing_over.deliver)
    upkeep.daily("giftcards.expire", upkeeping.expire)
    upkeep.daily("giftcards.check", upkeeping.check)
    upkeep.daily("giftcards.follow", upkeeping.follow)
