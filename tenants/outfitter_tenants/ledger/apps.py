from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """Money that moved."""

    name = "outfitter_tenants.ledger"
    label = "ledger"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the lists of payments and of the gateway's books known, and remind of open drawers daily."""
        from outfitter.accounts import daily_jobs
        from outfitter_tenants.ledger import lists  # noqa: F401
        from outfitter_tenants.ledger.operations import left_shifts

        daily_jobs.register_daily("ledger.left_shifts", left_shifts.remind)
