"""Whose schema it is, in the name that people know; asked rarely, remembered for minutes."""

import time
from typing import Final

from django.db import DatabaseError

from outfitter.accounts import queries as accounts
from outfitter.db.tenant_schema import PUBLIC, in_schema

SECONDS: Final = 300.0
LIMIT: Final = 10_000
_known: dict[str, tuple[float, str]] = {}


def slug_of(schema: str) -> str:
    """Return an operator's slug, "" when nobody has the schema or the database can't be asked."""
    now = time.monotonic()
    hit = _known.get(schema)
    if hit and hit[0] > now:
        return hit[1]
    try:
        with in_schema(PUBLIC):
            slug = accounts.slug_of_schema(schema)
    except DatabaseError:
        # The job that is about to begin says so in its own words.
        return ""
    if len(_known) >= LIMIT:
        _known.clear()
    _known[schema] = (now + SECONDS, slug)
    return slug
