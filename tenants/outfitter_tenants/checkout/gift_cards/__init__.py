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
    daily_jobs.register_daily("giftcards.expire", upkeeping.expire)
    daily_jobs.register_daily("giftcards.check", upkeeping.check)
    daily_jobs.register_daily("giftcards.follow", upkeeping.activate_paid_cards)
    daily_jobs.register_daily("giftcards.deliver_late", upkeeping.deliver_late)
    daily_jobs.register_daily("giftcards.let_go_late", upkeeping.release_lapsed_holds)
