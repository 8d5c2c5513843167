from django.apps import AppConfig


class GiftCardsConfig(AppConfig):
    """Gift cards and store credit: what stands on them, who bought and who got them."""

    name = "outfitter_tenants.giftcards"
    label = "giftcards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the list of gift cards known; look after them every day."""
        from outfitter.accounts import daily_jobs
        from outfitter_tenants.catalog.queries import images
        from outfitter_tenants.giftcards import imports, lists, queries  # noqa: F401
        from outfitter_tenants.giftcards.operations import rate_limits

        images.shown_by(queries.own_pictures)
        daily_jobs.register_daily("giftcards.forget_tries", rate_limits.forget)
