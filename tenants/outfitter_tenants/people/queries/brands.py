"""How operators look, several at once: the account chooser shows their logos."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection

_SCHEMA = re.compile(r"t_[a-z0-9]{1,61}")


@dataclass(frozen=True, slots=True)
class Brand:
    """An operator's logo and colour."""

    logo_url: str | None
    brand_color: str


def brands_of(*, schema_names: Sequence[str]) -> dict[str, Brand]:
    """
    Return the looks of operators by schema, in one round trip.

    :raises ValueError: a name is not a schema of an operator
    """
    if not schema_names:
        return {}
    for name in schema_names:
        if not _SCHEMA.fullmatch(name):
            raise ValueError(name)
    parts = [
        f"SELECT '{name}', logo_url, brand_color FROM \"{name}\".people_properties WHERE id = 1"  # noqa: S608  # checked above
        for name in schema_names
    ]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts))
        return {schema: Brand(logo, color) for schema, logo, color in cursor.fetchall()}
