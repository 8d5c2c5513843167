from django.apps import AppConfig


class PluginsConfig(AppConfig):
    """Enablement, settings and queues of plugins; tables of the public schema."""

    name = "outfitter.plugins"
    label = "plugins"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Keep plugins' secrets out of the logs from now on."""
        from outfitter.plugins import redaction

        redaction.install()
