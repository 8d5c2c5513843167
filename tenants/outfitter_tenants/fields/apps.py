from django.apps import AppConfig


class FieldsConfig(AppConfig):
    """Custom fields: what an operator asks beside name and contact."""

    name = "outfitter_tenants.fields"
    label = "fields"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the daily work."""
        from outfitter.accounts import daily_jobs
        from outfitter_tenants.fields import operations

        daily_jobs.register_daily("fields.sweep_files", operations.sweep_files)
