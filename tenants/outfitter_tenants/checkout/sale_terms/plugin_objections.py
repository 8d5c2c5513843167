"""What the operator's plugins have against a sale."""

from collections.abc import Callable
from functools import partial

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import hold_checks


def plugin_check() -> Callable[..., list[str]]:
    """Return a function that asks the operator's plugins for reasons against a hold."""
    return partial(hold_checks.find_hold_objections, schema_name=current_schema())
