"""What plugins without tables of their own remember, one row for each thing (`key`) at an operator."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction

from outfitter.plugins.models import PluginRecord


def claim(*, schema_name: str, slug: str, key: str, value: Mapping[str, Any], at: datetime) -> bool:
    """Write a record unless there is one; True for the first, False for everybody after."""
    with transaction.atomic():
        _, is_new = PluginRecord.objects.get_or_create(
            schema_name=schema_name, slug=slug, key=key, defaults={"value": dict(value), "created_at": at}
        )
    return is_new


def find(*, schema_name: str, slug: str, key: str) -> dict[str, Any] | None:
    """Return a record's value, None when there is none."""
    row = PluginRecord.objects.filter(schema_name=schema_name, slug=slug, key=key).first()
    return None if row is None else dict(row.value)


@contextmanager
def change(*, schema_name: str, slug: str, key: str) -> Iterator[dict[str, Any] | None]:
    """Give a record's value, locked; what the block leaves in it is kept. None when there is none."""
    with transaction.atomic():
        rows = PluginRecord.objects.select_for_update()
        row = rows.filter(schema_name=schema_name, slug=slug, key=key).first()
        yield None if row is None else row.value
        if row is not None:
            row.save(update_fields=["value"])


def forget(*, schema_name: str, slug: str, key: str) -> bool:
    """Delete a record; False when there was none."""
    rows = PluginRecord.objects.filter(schema_name=schema_name, slug=slug, key=key)
    return rows.delete()[0] > 0
