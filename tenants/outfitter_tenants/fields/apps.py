from django.apps import AppConfig


class FieldsConfig(AppConfig):
    """Custom fields: what an operator asks beside name and contact."""

    name = "outfitter_tenants.fields"
    label = "fields"
    default_auto_field = "django.db.models.BigAutoField"
