from django.apps import AppConfig


class SchedulingConfig(AppConfig):
    """When it happens, how many fit, who and what is needed."""

    name = "outfitter_tenants.scheduling"
    label = "scheduling"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Take on the due work of the schedule; let calendars and partners follow the catalogue."""
        from outfitter_tenants.catalog import change_listeners, restriction_users
        from outfitter_tenants.catalog.queries import terms
        from outfitter_tenants.resellers import queries as resellers
        from outfitter_tenants.resellers import restriction_port
        from outfitter_tenants.scheduling import cache_versions, experience_imports, imports, tasks  # noqa: F401
        from outfitter_tenants.scheduling.operations import bulk_edits  # noqa: F401

        change_listeners.install(cache_versions.touch_everything)
        restriction_port.lock_with(terms.lock_usable_restriction)
        restriction_users.count_partners_with(resellers.count_under)
        tasks.register()
        experience_imports.install()
