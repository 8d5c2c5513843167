"""How long files of exports and imports are kept, and the due work that takes them away."""

from datetime import timedelta
from typing import Final

from outfitter.plugins import scheduled_jobs
from outfitter_tenants.transfer.models import Transfer

KEPT: Final = timedelta(days=7)
EXPIRY_KIND: Final = "transfer.expire"


def schedule(row: Transfer) -> None:
    """Have the file taken away when its days are over; asked again, the later day counts."""
    scheduled_jobs.schedule(
        EXPIRY_KIND, key=str(row.pk), due_at=row.expires_at, payload={"transfer_id": row.pk}
    )


def unschedule(row: Transfer) -> None:
    """Forget the day: the row goes by itself."""
    scheduled_jobs.cancel(EXPIRY_KIND, key=str(row.pk))
