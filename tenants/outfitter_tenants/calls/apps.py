from django.apps import AppConfig


class CallsConfig(AppConfig):
    """Phone calls: who rang, who answered, and what came of it."""

    name = "outfitter_tenants.calls"
    label = "calls"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the list of calls known by its name, and have open browsers told of calls."""
        from outfitter_tenants.calls import call_events, lists, ring_port  # noqa: F401

        ring_port.install(call_events.show)
