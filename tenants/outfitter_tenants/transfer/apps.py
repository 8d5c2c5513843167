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
        from outfitter_tenants.customers import person_records
        from outfitter_tenants.transfer import file_expiry, lists  # noqa: F401
        from outfitter_tenants.transfer.imports import import_privacy
        from outfitter_tenants.transfer.imports import operations as imports  # noqa: F401
        from outfitter_tenants.transfer.operations import retention

        person_records.register(import_privacy.ImportRecords())
        scheduled_jobs.handles(file_expiry.EXPIRY_KIND, retention.expire)
        daily_jobs.register_daily("transfer.forget", retention.forget_old)
