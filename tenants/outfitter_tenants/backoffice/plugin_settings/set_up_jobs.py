"""What plugins do after their settings were saved or an account was connected: in a job."""

from datetime import datetime
from typing import Any, Final

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import configs, contexts, registry, scheduled_jobs, time_limits
from outfitter.plugins.types import Permanent

KIND: Final = "plugin.set_up"


def plan(*, slug: str, at: datetime) -> None:
    """Have a plugin told that it was set up anew, where it wants to hear that."""
    if registry.by_plugin("on_set_up", only=[slug]):
        scheduled_jobs.schedule(KIND, key=slug, due_at=at, payload={"slug": slug})


def run(payload: dict[str, Any], at: datetime) -> None:
    """Tell a plugin; the due job's handler."""
    slug, schema = str(payload["slug"]), current_schema()
    call = registry.by_plugin("on_set_up", only=[slug]).get(slug)
    if call is None or slug not in configs.enabled_slugs(schema_name=schema):
        return
    with (
        contexts.plugin_context(schema_name=schema, slug=slug) as ctx,
        time_limits.time_limit(time_limits.JOB_SECONDS),
    ):
        try:
            call(ctx=ctx)
        except Permanent:
            # The plugin's health says what is wrong; asking again would change nothing.
            return
