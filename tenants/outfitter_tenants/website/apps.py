from django.apps import AppConfig


class WebsiteConfig(AppConfig):
    """The operator's public pages."""

    name = "outfitter_tenants.website"
    label = "website"
