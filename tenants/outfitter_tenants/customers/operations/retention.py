"""Letting go of what merges kept, once they cannot be taken back any more."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.db import transaction

from outfitter.db.batch_delete import BATCH
from outfitter_tenants.customers.models import CustomerMerge

# The history of a customer goes on naming who was merged.
_NAMES: Final = ("first_name", "last_name")


def forget_merges(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """Empty the records of merges whose days of grace are over; an operator's daily work."""
    with transaction.atomic():
        over = CustomerMerge.objects.filter(undo_until__lt=at).exclude(after={}, moved={})
        rows = list(over.select_for_update(skip_locked=True).order_by("pk")[:BATCH])
        for row in rows:
            row.before = {
                key: {name: one[name] for name in _NAMES if name in one} for key, one in row.before.items()
            }
            row.after, row.moved = {}, {}
        CustomerMerge.objects.bulk_update(rows, ["before", "after", "moved"], batch_size=200)
    return {} if len(rows) == BATCH else None
