"""Browsers of operators' owners that are signed in."""

from django.db import connection
from django.test import Client

from tests.support import database
from tests.support.api_operations import sign_in
from tests.support.tenant_clients import make_client


def sign_in_owner(planned: database.PlannedOperator) -> Client:
    """Return a browser of an operator's owner, signed in."""
    client = make_client(planned.slug)
    sign_in(client, planned.owner_email, database.PASSWORD)
    connection.set_schema_to_public()
    return client


def browser_like(client: Client) -> Client:
    """Return another browser of the same session; what becomes of it is nobody else's business."""
    found = Client(raise_request_exception=client.raise_request_exception)
    found.cookies = client.cookies.copy()
    found.defaults = dict(client.defaults)
    return found
