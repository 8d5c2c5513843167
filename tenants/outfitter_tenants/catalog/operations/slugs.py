"""The readable part of an address."""

import re
import unicodedata
from typing import Any, Final

from django.db.models import QuerySet

from outfitter.kit.errors import Invalid

_MOST: Final = 50


def plain(name: str) -> str:
    """Return a name in small letters, digits and hyphens; empty when it has none of them."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:_MOST].strip("-")


def free_slug(rows: "QuerySet[Any]", *, name: str, instead: str) -> str:
    """Return a slug after `name` that no row has; `instead` stands in for names without letters."""
    stem = plain(name) or instead
    # A slug of digits alone would read as an id.
    stem = f"{instead}-{stem}" if stem.isdecimal() else stem
    taken = set(rows.filter(slug__startswith=stem).values_list("slug", flat=True))
    number, slug = 1, stem
    while slug in taken:
        number += 1
        slug = f"{stem}-{number}"
    return slug


def wanted_slug(rows: "QuerySet[Any]", *, slug: str, row_id: int | None) -> str:
    """
    Return a slug that somebody chose.

    :raises Invalid: another row has it, or it would read as an id
    """
    if slug.isdecimal():
        raise Invalid({"slug": ["Digits alone would read as a number. Add a letter."]})
    if rows.filter(slug=slug).exclude(pk=row_id).exists():
        raise Invalid({"slug": ["This address is taken. Please choose another."]})
    return slug
