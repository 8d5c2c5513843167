from django.apps import AppConfig


class WaitlistConfig(AppConfig):
    """Who waits for seats on full departures, and whose turn it is."""

    name = "outfitter_tenants.waitlist"
    label = "waitlist"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have entries that ended long ago deleted."""
        from outfitter.accounts import daily_jobs
        from outfitter_tenants.waitlist import retention

        daily_jobs.register_daily("waitlist.retention", retention.delete_old)
