"""Browsers of an operator's people."""

from collections.abc import Callable

from django.test import Client

from tests.support import database
from tests.support.api_operations import sign_in


def owner_of(client_for: Callable[[str], Client], slug: str = "reef") -> Client:
    """Return a browser in which the operator's owner is signed in; it sends its CSRF token."""
    planned = {p.slug: p for p in (database.REEF, database.PEAK)}[slug]
    client = client_for(slug)
    sign_in(client, planned.owner_email, database.PASSWORD)
    return client
