"""Browsers of people who run the platform."""

from secrets import token_hex

from django.conf import settings
from django.test import Client

from outfitter.accounts import sessions
from outfitter.accounts.models import User
from outfitter.accounts.request_origin import RequestOrigin
from outfitter.kit.clock import utc_now

EMAIL = "desk@platform.example"


def platform_admin_of(apex_client: Client, *, is_second_factor: bool = True) -> Client:
    """Return the browser with somebody signed in who runs the platform; it sends its CSRF token."""
    user, _ = User.objects.update_or_create(
        email=EMAIL,
        defaults={
            "first_name": "Dana",
            "last_name": "Desk",
            "is_platform_admin": True,
            "has_second_factor": True,
        },
    )
    begun = sessions.start_session(
        user=user,
        proof=sessions.Proof("totp", is_second_factor=is_second_factor),
        is_remembered=False,
        caller=RequestOrigin(ip="127.0.0.1", schema_name="public"),
        at=utc_now(),
    )
    apex_client.cookies[settings.SESSION_COOKIE_NAME] = begun.token
    token = token_hex(16)
    apex_client.cookies[settings.CSRF_COOKIE_NAME] = token
    apex_client.defaults["HTTP_X_CSRFTOKEN"] = token
    return apex_client
