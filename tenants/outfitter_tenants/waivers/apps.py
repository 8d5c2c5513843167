from django.apps import AppConfig


class WaiversConfig(AppConfig):
    """What guests sign before they go: templates, signatures, and whom they count for."""

    name = "outfitter_tenants.waivers"
    label = "waivers"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have what was signed printed, and what need not be kept any longer deleted."""
        from outfitter.accounts import daily_jobs
        from outfitter.plugins import scheduled_jobs
        from outfitter_tenants.waivers import printout, retention
        from outfitter_tenants.waivers.operations import signatures

        scheduled_jobs.handles(signatures.PRINT, printout.print_due)
        daily_jobs.register_daily("waivers.retention", retention.delete_expired)
