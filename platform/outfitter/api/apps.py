from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The edge: errors, principals, tenants by host, screens; management commands."""

    name = "outfitter.api"
    label = "api"

    def ready(self) -> None:
        """Prepare what declares operations."""
        from outfitter.api.response_models import share_response_models

        share_response_models()
