"""How long calls are kept: what was said for as long as the setting says, who it was like all such data."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from outfitter.db.locks import atomic
from outfitter_tenants.calls import call_announcements, call_notices, callbacks, privacy, queries
from outfitter_tenants.calls.models import Call
from outfitter_tenants.calls.rules import call_state
from outfitter_tenants.people import queries as people

# Nobody speaks this long: the notice of the end got lost.
LONGEST: Final = timedelta(hours=6)
_CHUNK: Final = 500


def delete_recordings(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """Delete recordings and transcripts that are kept no longer, some at a time; an operator's daily work."""
    days = queries.get_settings().recording_days
    if days is None:
        return None
    old = Call.objects.filter(started_at__lt=at - timedelta(days=days))
    kept = old.exclude(recording_url="", transcript="").order_by("started_at", "pk")
    ids = list(kept.values_list("pk", flat=True)[:_CHUNK])
    Call.objects.filter(pk__in=ids).update(recording_url="", transcript="")
    return {} if len(ids) == _CHUNK else None


def forget_strangers(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """Take off calls with nobody we know who called, once such data is kept no longer."""
    until = at - timedelta(days=people.get_properties().pii_retention_days)
    known = Q(caller_number="") & Q(direction="inbound") | Q(destination_number="") & Q(direction="outbound")
    rows = Call.objects.filter(started_at__lt=until, customer_id__isnull=True).exclude(known)
    ids = list(rows.order_by("started_at", "pk").values_list("pk", flat=True)[:_CHUNK])
    privacy.forget_calls(ids=ids)
    return {} if len(ids) == _CHUNK else None


def close_stale(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """End calls that go on for ever because nobody told of their end."""
    rows = Call.objects.filter(status__in=call_announcements.LIVE, notice_at__lt=at - LONGEST).order_by("pk")
    ids = list(rows.values_list("pk", flat=True)[:_CHUNK])
    for call_id in ids:
        _close(call_id, at)
    return {} if len(ids) == _CHUNK else None


def _close(call_id: int, at: datetime) -> None:
    with atomic():
        row = queries.lock_call(call_id=call_id)
        if row.status not in call_announcements.LIVE or row.notice_at >= at - LONGEST:
            return
        known = call_notices.progress_of(row)
        end = call_state.Progress(known.started_at, hung_up_at=known.alive_at, is_over=True)
        call_notices.write_progress(row, call_state.join(known, end))
        callbacks.settle(row, at=at)
        call_announcements.tell(row, at=at)
        row.save()
