from django.apps import AppConfig


class BulletinsConfig(AppConfig):
    """What whoever runs the platform tells its operators."""

    name = "outfitter.bulletins"
    label = "bulletins"
    default_auto_field = "django.db.models.BigAutoField"
