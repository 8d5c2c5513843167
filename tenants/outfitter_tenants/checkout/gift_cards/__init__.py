"""What people do with gift cards: sell, keep, spend and hand them over (domain.md 4.15)."""


def install() -> None:
    """Name the handlers of what becomes due: carts that let go of cards, the daily work."""
    from outfitter.accounts import daily_jobs
    from outfitter.plugins import scheduled_jobs
    from outfitter_tenants.checkout.gift_cards import daily_jobs as upkeeping
    from outfitter_tenants.checkout.gift_cards import delivery as handing_over
    from outfitter_tenants.checkout.gift_cards import redemption
    from outfitter_tenants.giftcards.operations import delivery, gift_card_holds

    scheduled_jobs.handles(gift_card_holds.RELEASE, redemption.release_lapsed)
    scheduled_jobs.handles(delivery.DELIVER, handing_over.deliver)
    daily_jobs.daily("giftcards.expire", upkeeping.expire)
    daily_jobs.daily("giftcards.check", upkeeping.check)
    daily_jobs.daily("giftcards.follow", upkeeping.follow)
    daily_jobs.daily("giftcards.deliver_late", upkeeping.deliver_late)
    daily_jobs.daily("giftcards.let_go_late", upkeeping.let_go_late)
