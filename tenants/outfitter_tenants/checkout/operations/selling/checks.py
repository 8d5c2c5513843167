"""What the operator's plugins have against a sale."""

from collections.abc import Callable

from outfitter.db.current import current_schema
from outfitter.plugins import configs, contexts, registry


def plugin_check() -> Callable[..., list[str]]:
    """Return a function that asks the operator's plugins for reasons against a hold."""
    schema = current_schema()
    enabled = configs.enabled_slugs(schema_name=schema)
    callers = registry.by_plugin("check_hold", only=enabled)

    def check(*, timeslot_id: int, pax_cnt: int) -> list[str]:
        reasons: list[str] = []
        for slug, call in callers.items():
            ctx = contexts.context_for(schema_name=schema, slug=slug)
            for answer in call(ctx=ctx, timeslot_id=timeslot_id, pax_cnt=pax_cnt):
                reasons.extend(answer or [])
        return reasons

    return check
