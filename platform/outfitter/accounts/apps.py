from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Operators, their host names and the people who sign in; tables of the public schema."""

    name = "outfitter.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
