"""
What a plugin without tables of its own remembers, such as "this event was posted". Import it inside
hook bodies: it needs Django.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from outfitter.kit.clock import utc_now
from outfitter.plugins import records
from outfitter.plugins.types import TenantContext

__all__ = ["change", "claim", "find", "forget"]


def claim(ctx: TenantContext, *, plugin: str, key: str, value: Mapping[str, Any] | None = None) -> bool:
    """Write a record (JSON) unless there is one; True for the first, False for everybody after."""
    return records.claim(schema_name=ctx.schema, slug=plugin, key=key, value=value or {}, at=utc_now())


def find(ctx: TenantContext, *, plugin: str, key: str) -> dict[str, Any] | None:
    """Return a record's value, None when there is none."""
    return records.find(schema_name=ctx.schema, slug=plugin, key=key)


@contextmanager
def change(ctx: TenantContext, *, plugin: str, key: str) -> Iterator[dict[str, Any] | None]:
    """Give a record's value, locked; what the block leaves in it is kept. No network inside."""
    with records.change(schema_name=ctx.schema, slug=plugin, key=key) as value:
        yield value


def forget(ctx: TenantContext, *, plugin: str, key: str) -> bool:
    """Delete a record; False when there was none."""
    return records.forget(schema_name=ctx.schema, slug=plugin, key=key)
