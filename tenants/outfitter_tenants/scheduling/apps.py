from django.apps import AppConfig


class SchedulingConfig(AppConfig):
    """When it happens, how many fit, who and what is needed."""

    name = "outfitter_tenants.scheduling"
    label = "scheduling"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Take on the due work of the schedule; let calendars follow the catalogue."""
        from outfitter_tenants.catalog import change_listeners
        from outfitter_tenants.scheduling import cache_versions, tasks
        from outfitter_tenants.scheduling.operations import bulk_edits  # noqa: F401

        change_listeners.install(cache_versions.touch_everything)
        tasks.register()
