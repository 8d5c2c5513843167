"""The operators of the tests, from inside and from a browser."""

from typing import Any

from django.db import connection
from django.test import Client


def enter_operator(schema_name: str) -> Any:
    """Work in an operator's schema from now on; returns its Account."""
    from outfitter.accounts.models import Account

    account = Account.objects.get(schema_name=schema_name)
    connection.set_tenant(account)
    return account


def make_client(slug: str) -> Client:
    """Return a browser on an operator's host."""
    return Client(HTTP_HOST=f"{slug}.localhost", HTTP_X_REQUESTED_WITH="XMLHttpRequest")
