"""Which operator's schema the current connection works in."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django_tenants.utils import get_public_schema_name, schema_context

from outfitter.error_reports import origin

PUBLIC = get_public_schema_name()


def current_schema() -> str:
    """Return the schema that queries run in right now."""
    return str(connection.schema_name)  # type: ignore[attr-defined]  # set by django-tenants


@contextmanager
def in_schema(name: str) -> Iterator[None]:
    """Work in that schema and come back, also after an error."""
    with schema_context(name), origin.raised_in(schema=name):
        yield
