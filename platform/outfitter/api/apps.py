from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The edge: errors, principals, tenants by host, screens; management commands."""

    name = "outfitter.api"
    label = "api"
