from django.apps import AppConfig


class TransferConfig(AppConfig):
    """Export and import of the operator's data."""

    name = "outfitter_tenants.transfer"
    label = "transfer"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the work of exports and what happens when their files expire."""
        from outfitter.accounts import daily_jobs
        from outfitter.plugins import scheduled_jobs
        from outfitter_tenants.transfer import lists  # noqa: F401
        from outfitter_tenants.transfer.operations import exports, retention

        scheduled_jobs.handles(exports.EXPIRY_KIND, exports.expire)
        daily_jobs.register_daily("transfer.forget", retention.forget_old)
