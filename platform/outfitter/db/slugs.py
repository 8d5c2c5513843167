"""Names for machines, made from names for people."""

import re
import unicodedata
from typing import Any

from django.db.models import QuerySet


def free_slug(rows: "QuerySet[Any]", name: str, *, longest: int, instead: str, joint: str = "_") -> str:
    """
    Return a slug that none of these rows has: small ASCII letters and digits, then a number.

    `instead` is the stem of a name that leaves none of them, `longest` the stem's length. Two
    callers at once get the same one: the table's own constraint decides between them.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", joint, plain).strip(joint)[:longest].strip(joint) or instead
    # A slug of digits alone would read as an id.
    stem = f"{instead}{joint}{stem}" if stem.isdecimal() else stem
    taken = set(rows.filter(slug__startswith=stem).values_list("slug", flat=True))
    number, slug = 1, stem
    while slug in taken:
        number += 1
        slug = f"{stem}{joint}{number}"
    return slug
