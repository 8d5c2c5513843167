from django.apps import AppConfig


class ArchivesConfig(AppConfig):
    """The whole operator as one file: made here, taken in elsewhere."""

    name = "outfitter_tenants.archives"
    label = "archives"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the work of making an archive, and what happens when its file expires."""
        from outfitter.accounts import daily_jobs
        from outfitter.plugins import outbox, scheduled_jobs
        from outfitter_tenants.archives import owner_archives

        scheduled_jobs.handles(owner_archives.KIND, owner_archives.run, seconds=owner_archives.SECONDS)
        scheduled_jobs.handles(owner_archives.EXPIRY_KIND, owner_archives.expire)
        outbox.subscribe("account.closed", owner_archives.NAME, owner_archives.on_closed)
        daily_jobs.register_daily("archives.forget", owner_archives.forget_old)
