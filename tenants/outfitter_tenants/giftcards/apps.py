from django.apps import AppConfig


class GiftCardsConfig(AppConfig):
    """Gift cards and store credit: what stands on them, who bought and who got them."""

    name = "outfitter_tenants.giftcards"
    label = "giftcards"
    default_auto_field = "django.db.models.BigAutoField"
