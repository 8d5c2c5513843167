from django.apps import AppConfig


class SchedulingConfig(AppConfig):
    """When it happens, how many fit, who and what is needed."""

    name = "outfitter_tenants.scheduling"
    label = "scheduling"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Take on the due work of the schedule; let calendars follow the catalogue."""
        from outfitter_tenants.catalog import announce
        from outfitter_tenants.scheduling import freshness, tasks
        from outfitter_tenants.scheduling.operations import bulk_editing  # noqa: F401

        announce.install(freshness.touch_everything)
        tasks.register()
