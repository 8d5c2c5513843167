from django.apps import AppConfig


class SignupConfig(AppConfig):
    """The way from an e-mail address to an operator of one's own."""

    name = "outfitter_signup"
    label = "signup"
    default_auto_field = "django.db.models.BigAutoField"
