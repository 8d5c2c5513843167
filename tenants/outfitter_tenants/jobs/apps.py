from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Long work with progress: bulk actions, exports, imports."""

    name = "outfitter_tenants.jobs"
    label = "jobs"
    default_auto_field = "django.db.models.BigAutoField"
