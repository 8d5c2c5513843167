"""How long, how often, and in which order: the numbers of sign-up (domain.md 6.1)."""

from datetime import timedelta
from typing import Final

from django.conf import settings

CODE_LIFE: Final = timedelta(minutes=15)
CODE_ATTEMPTS: Final = 5
RESENDS: Final = 3
RESEND_AFTER: Final = timedelta(seconds=30)
SLUG_RESERVED_FOR: Final = timedelta(minutes=15)
EXPIRES_AFTER: Final = timedelta(hours=48)
# What people typed into a sign-up that came to nothing is deleted then.
FORGOTTEN_AFTER: Final = timedelta(days=30)
# How long the browser that signed up may go over to its operator without a password.
SIGN_IN_WITHIN: Final = timedelta(minutes=15)
# A job that did not move for so long is started again.
STUCK_AFTER: Final = timedelta(seconds=20)
PROVISION_ATTEMPTS: Final = 5

# name: (times, seconds); settings.SIGNUP_LIMITS replaces single ones, 0 times is no limit.
_LIMITS: Final[dict[str, tuple[int, int]]] = {
    "init_ip": (300, 60),
    "account_ip": (5, 3600),
    "account_email": (5, 3600),
    "resend_ip": (20, 3600),
    "confirm_ip": (40, 900),
    "slug_ip": (180, 60),
    "register_ip": (20, 3600),
    "register_password": (5, 900),
    "signin_ip": (120, 900),
}


def limit_of(name: str) -> tuple[int, int]:
    """Return (times, seconds) of a named limit."""
    chosen: dict[str, tuple[int, int]] = getattr(settings, "SIGNUP_LIMITS", {})
    return chosen.get(name, _LIMITS[name])
