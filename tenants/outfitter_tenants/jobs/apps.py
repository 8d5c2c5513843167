from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Long work with progress: bulk actions, exports, imports."""

    name = "outfitter_tenants.jobs"
    label = "jobs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Look after jobs as due work, and make their list known."""
        from outfitter.accounts import upkeep
        from outfitter.kit.clock import utc_now
        from outfitter.plugins import due
        from outfitter_tenants.jobs import lists  # noqa: F401
        from outfitter_tenants.jobs.operations import forgetting, starting, working

        due.handles(
            starting.DUE_KIND, lambda payload, at: working.work_on(payload, at, clock=utc_now)
        )
        upkeep.daily("jobs.forget", forgetting.forget_ended)
