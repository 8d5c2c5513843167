from django.apps import AppConfig


class FeaturesConfig(AppConfig):
    """What can be switched off for one operator, for some, or for all."""

    name = "outfitter.features"
    label = "features"
    default_auto_field = "django.db.models.BigAutoField"
