"""Jobs of the CRM: what it told, then what is to be sent."""

from typing import Any

from outfitter.db.tenant_tasks import platform_task
from outfitter.kit.clock import utc_now
from outfitter.sales_crm import deal_notices, push


@platform_task("sales_crm.keep_alike", queue="default")
def keep_alike(**_future: Any) -> None:
    """Handle news of the CRM, then send what differs; the beat sees to it that nothing stays undone."""
    deal_notices.handle_all(at=utc_now())
    push.run(at=utc_now())
