from django.apps import AppConfig


class MessagingConfig(AppConfig):
    """Messages to customers."""

    name = "outfitter_tenants.messaging"
    label = "messaging"
    default_auto_field = "django.db.models.BigAutoField"
