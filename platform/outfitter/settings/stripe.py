"""The deployment's own Stripe keys: test keys and live keys never meet."""

from typing import Any, Final

from outfitter.settings import env

API: Final = "https://api.stripe.com"
MODELS: Final = ("direct", "destination")
MILLION: Final = 1_000_000


def settings() -> dict[str, Any]:
    """
    Return `settings.STRIPE` from the environment.

    :raises BadSetting: the keys do not belong together, or a number makes no sense
    """
    found = {
        "secret_key": env.text("STRIPE_SECRET_KEY", ""),
        "publishable_key": env.text("STRIPE_PUBLISHABLE_KEY", ""),
        "webhook_secret": env.text("STRIPE_WEBHOOK_SECRET", ""),
        "api_base": env.text("STRIPE_API_BASE", API),
        "script_url": env.text("STRIPE_SCRIPT_URL", "https://js.stripe.com/v3/"),
        "connect_model": env.text("STRIPE_CONNECT_MODEL", "direct"),
        "fee_ppm": env.number("STRIPE_PLATFORM_FEE_PPM", 0),
        "is_fee_refunded": env.flag("STRIPE_PLATFORM_FEE_REFUNDED", default=True),
    }
    check(found)
    return {**found, "is_test": not is_live(found)}


def check(found: dict[str, Any]) -> None:
    """
    Refuse what would mix tests with real payments, or take a nonsensical fee.

    :raises BadSetting: it does
    """
    secret, shown = str(found["secret_key"]), str(found["publishable_key"])
    if bool(secret) != bool(shown):
        raise env.BadSetting("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY go together")
    if secret and not secret.startswith(("sk_test_", "sk_live_", "rk_test_", "rk_live_")):
        raise env.BadSetting("STRIPE_SECRET_KEY must start with sk_test_ or sk_live_")
    if secret and not shown.startswith(f"pk_{secret[3:7]}_"):
        raise env.BadSetting("One of the STRIPE keys is for tests and the other one is not")
    if is_live(found) and found["api_base"] != API:
        raise env.BadSetting("Live STRIPE keys are for Stripe only, not for STRIPE_API_BASE")
    if found["connect_model"] not in MODELS:
        raise env.BadSetting(f"STRIPE_CONNECT_MODEL must be one of {', '.join(MODELS)}")
    if not 0 <= int(found["fee_ppm"]) <= MILLION:
        raise env.BadSetting("STRIPE_PLATFORM_FEE_PPM must be between 0 and 1000000")


def is_live(found: dict[str, Any]) -> bool:
    """Tell whether the keys move real money."""
    return str(found["secret_key"])[3:8] == "live_"
