from django.apps import AppConfig


class DevicesConfig(AppConfig):
    """Terminals, tablets and printers of the operator."""

    name = "outfitter_tenants.devices"
    label = "devices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have what was said, and what nobody hears any more, deleted."""
        from outfitter.accounts import daily_jobs
        from outfitter_tenants.devices.announcements import operations
        from outfitter_tenants.devices.print_queue import print_jobs
        from outfitter_tenants.devices.speech import clips

        daily_jobs.register_daily("devices.forget_said", operations.forget_said)
        daily_jobs.register_daily("devices.forget_unheard", clips.forget_unheard)
        daily_jobs.register_daily("devices.forget_printed", print_jobs.forget_printed)
