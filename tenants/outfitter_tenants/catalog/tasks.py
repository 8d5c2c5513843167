"""Work that becomes due: sweeping files that belong to no picture."""

from datetime import datetime
from typing import Any

from outfitter.plugins import scheduled_jobs
from outfitter_tenants.catalog.operations import images


def register() -> None:
    """Name the handlers of this app's due work."""
    scheduled_jobs.handles(images.SWEEP, sweep_pictures)


def sweep_pictures(_payload: dict[str, Any], at: datetime) -> None:
    """Delete what uploads and deletions that broke off have left over."""
    images.sweep_files(at=at)
