from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """Team members, agents and guides of one operator, and their roles."""

    name = "outfitter_tenants.people"
    label = "people"
    default_auto_field = "django.db.models.BigAutoField"
