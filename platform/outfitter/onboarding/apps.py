from django.apps import AppConfig


class OnboardingConfig(AppConfig):
    """How far new operators have come, what helps them on, and who brought them."""

    name = "outfitter.onboarding"
    label = "onboarding"
    default_auto_field = "django.db.models.BigAutoField"
