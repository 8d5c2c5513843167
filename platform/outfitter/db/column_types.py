"""Column types the tables share."""

from typing import Any, Literal, overload

from django.contrib.postgres.fields import ArrayField
from django.db import models


@overload
def money(*, null: Literal[True], **options: Any) -> "models.BigIntegerField[int | None, int | None]": ...
@overload
def money(**options: Any) -> "models.BigIntegerField[int, int]": ...
def money(**options: Any) -> Any:
    """Return a column for minor units of the operator's currency."""
    return models.BigIntegerField(**options)


def text_list(**options: Any) -> "ArrayField[list[str], list[str]]":
    """Return a column for a short list of words."""
    return ArrayField(models.CharField(max_length=60), default=list, blank=True, **options)


def slug_choices(*slugs: str) -> list[tuple[str, str]]:
    """Return Django choices whose labels are the slugs in words."""
    return [(slug, slug.replace("_", " ").capitalize()) for slug in slugs]
