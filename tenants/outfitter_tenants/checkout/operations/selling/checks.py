"""What the operator's plugins have against a sale."""

from collections.abc import Callable
from functools import partial

from outfitter.db.current import current_schema
from outfitter.plugins import asking


def plugin_check() -> Callable[..., list[str]]:
    """Return a function that asks the operator's plugins for reasons against a hold."""
    return partial(asking.reasons_against, schema_name=current_schema())
