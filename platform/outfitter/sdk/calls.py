"""
What a telephone provider tells the platform. Import it inside hook bodies: it needs Django.

All of it may be told late, twice and in any order, by two providers of one conversation: notices
of a call come to the same whatever order they come in. Each returns our id of the call.
"""

from dataclasses import replace

from outfitter.kit.clock import utc_now
from outfitter.plugins.calls.types import CallNotice
from outfitter.plugins.types import TenantContext
from outfitter_tenants.calls import call_notices

__all__ = ["ended", "modified", "ringing"]


def ringing(ctx: TenantContext, *, source: str, notice: CallNotice) -> int:
    """
    Record that a call rings, or is spoken in once it has `answered_at`.

    Open screens of staff show who it may be. `source` is the plugin's slug.
    """
    return call_notices.take(source=source, notice=replace(notice, is_alive=True), at=utc_now())


def ended(ctx: TenantContext, *, source: str, notice: CallNotice) -> int:
    """Record that a call, or one leg of it, ended; without `ended_at` it did at the notice's instant."""
    end = notice.ended_at or notice.at
    return call_notices.take(
        source=source, notice=replace(notice, is_alive=False, ended_at=end), at=utc_now()
    )


def modified(ctx: TenantContext, *, source: str, notice: CallNotice) -> int:
    """Record what became known of a call beside: a recording, what was said, tags, notes."""
    return call_notices.take(source=source, notice=replace(notice, is_alive=False), at=utc_now())
