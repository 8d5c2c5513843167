"""Test keys and live keys never meet: a test payment must not look like money, nor the reverse."""

from collections.abc import Mapping
from typing import Any, Final

REAL_API: Final = "https://api.stripe.com"


def platform() -> Mapping[str, Any]:
    """Return the deployment's own keys and addresses, `settings.STRIPE`."""
    from django.conf import settings

    found: Mapping[str, Any] = settings.STRIPE
    return found


def mode_of(key: str) -> str:
    """Return "test" or "live" as a key says it itself, "" when it does not."""
    parts = key.split("_")
    return parts[1] if len(parts) > 2 and parts[1] in {"test", "live"} else ""


def is_test(key: str) -> bool:
    """Tell whether a key moves no money."""
    return mode_of(key) != "live"


def find_mode_conflict(secret_key: str, publishable_key: str, shared: Mapping[str, Any]) -> str | None:
    """Return what is wrong about using these two keys on this platform, None when nothing is."""
    mode = mode_of(secret_key)
    if mode != mode_of(publishable_key):
        return "One key is for tests and the other one for real payments."
    if mode == "live" and str(shared.get("api_base", REAL_API)) != REAL_API:
        return "Live keys can't be used here: this platform only runs test payments."
    ours = mode_of(str(shared.get("secret_key") or ""))
    if ours and mode != ours:
        word = "tests" if ours == "test" else "real payments"
        return f"This platform works with keys for {word}; these are of the other kind."
    return None


def is_event_fitting(event: Mapping[str, Any], *, is_test_key: bool) -> bool:
    """Tell whether an event is of the same world, test or live, as the key."""
    livemode = event.get("livemode")
    return not isinstance(livemode, bool) or livemode != is_test_key
