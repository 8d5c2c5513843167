"""What people do with gift cards: sell, keep, spend and hand them over (domain.md 4.15)."""


def install() -> None:
    """Name the handlers of what becomes due: carts that let go of cards, the daily work."""
    from outfitter.accounts import upkeep
    from outfitter.plugins import due
    from outfitter_tenants.checkout.operations.gift_card_desk import (
        handing_over,
        spending,
        upkeeping,
    )
    from outfitter_tenants.giftcards.operations import delivery, holds

    due.handles(holds.RELEASE, spending.release_lapsed)
    due.handles(delivery.DELIVER, handing_over.deliver)
    upkeep.daily("giftcards.expire", upkeeping.expire)
    upkeep.daily("giftcards.check", upkeeping.check)
    upkeep.daily("giftcards.follow", upkeeping.follow)
    upkeep.daily("giftcards.deliver_late", upkeeping.deliver_late)
    upkeep.daily("giftcards.let_go_late", upkeeping.let_go_late)
