"""Browsers of an operator's people."""

from collections.abc import Callable
from secrets import token_hex

from django.conf import settings
from django.test import Client

from outfitter.accounts import sessions
from outfitter.accounts.models import User
from outfitter.accounts.request_origin import RequestOrigin
from outfitter.kit.clock import utc_now
from tests.support import database


def owner_of(client_for: Callable[[str], Client], slug: str = "reef") -> Client:
    """Return a browser in which the operator's owner is signed in; it sends its CSRF token."""
    planned = {p.slug: p for p in (database.REEF, database.PEAK)}[slug]
    client = client_for(slug)
    begin_session(client, planned.owner_email, planned.schema_name)
    return client


def begin_session(client: Client, email: str, schema_name: str) -> None:
    """
    Give a browser the session of somebody at an operator, as a sign-in leaves it.

    A sign-in itself leaves traces; it has tests of its own.
    """
    begun = sessions.start_session(
        user=User.objects.get(email=email),
        proof=sessions.Proof("password", is_second_factor=False),
        is_remembered=False,
        caller=RequestOrigin(ip="127.0.0.1", schema_name=schema_name),
        at=utc_now(),
    )
    client.cookies[settings.SESSION_COOKIE_NAME] = begun.token
    token = token_hex(16)
    client.cookies[settings.CSRF_COOKIE_NAME] = token
    client.defaults["HTTP_X_CSRFTOKEN"] = token
