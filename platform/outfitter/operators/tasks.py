"""Jobs of what the desk knows of operators."""

from typing import Any

from outfitter.db.tenant_tasks import platform_task
from outfitter.kit.clock import utc_now
from outfitter.operators import health


@platform_task("operators.follow_queues", queue="default")
def follow_queues(**_future: Any) -> None:
    """Tell the desk which plugins fail and what is stuck, between the operators' own measurements."""
    health.follow_queues(at=utc_now())
