"""The readable part of an address."""

from typing import Any, Final

from django.db.models import QuerySet

from outfitter.db import slugs
from outfitter.kit.errors import Invalid

_LONGEST: Final = 50


def free_slug(rows: "QuerySet[Any]", *, name: str, instead: str) -> str:
    """Return a slug after `name` that no row has; `instead` stands in for names without letters."""
    return slugs.free_slug(rows, name, longest=_LONGEST, instead=instead, joint="-")


def wanted_slug(rows: "QuerySet[Any]", *, slug: str, row_id: int | None) -> str:
    """
    Return a slug that somebody chose.

    :raises Invalid: another row has it, or it would read as an id
    """
    if slug.isdecimal():
        raise Invalid({"slug": ["Digits alone look like a number. Add a letter."]})
    if rows.filter(slug=slug).exclude(pk=row_id).exists():
        raise Invalid({"slug": ["This address is taken. Please choose another."]})
    return slug
