from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Long work with progress: bulk actions, exports, imports."""

    name = "outfitter_tenants.jobs"
    label = "jobs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Look after jobs as due work, and make their list known."""
        from outfitter.accounts import daily_jobs
        from outfitter.kit.clock import utc_now
        from outfitter.plugins import scheduled_jobs
        from outfitter_tenants.jobs import lists  # noqa: F401
        from outfitter_tenants.jobs.operations import creation, retention, worker

        scheduled_jobs.handles(
            creation.DUE_KIND, lambda payload, at: worker.work_on(payload, at, clock=utc_now)
        )
        daily_jobs.register_daily("jobs.forget", retention.forget_ended)
