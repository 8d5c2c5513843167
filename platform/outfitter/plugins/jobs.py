"""What beat calls: the sweepers of the public queues."""

from typing import Any

from outfitter.db.tasks import platform_task
from outfitter.kit.clock import utc_now
from outfitter.plugins import due, outbox, webhooks


@platform_task(queue="default")
def sweep(**_future: Any) -> None:
    """Send again deliveries and webhooks whose job got lost or failed."""
    outbox.sweep_deliveries(at=utc_now())
    webhooks.sweep_webhooks(at=utc_now())


@platform_task(queue="default")
def run_due_jobs(**_future: Any) -> None:
    """Start what has become due."""
    due.start_due(at=utc_now())
