from django.apps import AppConfig


class TransferConfig(AppConfig):
    """Export and import of the operator's data."""

    name = "outfitter_tenants.transfer"
    label = "transfer"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the work of exports and what happens when their files expire."""
        from outfitter.accounts import upkeep
        from outfitter.plugins import due
        from outfitter_tenants.transfer import lists  # noqa: F401
        from outfitter_tenants.transfer.operations import asking, forgetting

        due.handles(asking.EXPIRY_KIND, asking.expire)
        upkeep.daily("transfer.forget", forgetting.forget_old)
