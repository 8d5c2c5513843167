"""Who is owed a call: a missed one until somebody calls back, they get through, or staff say so."""

from datetime import datetime, timedelta
from typing import Final

from outfitter_tenants.calls import queries
from outfitter_tenants.calls.caller_matches import outside_number
from outfitter_tenants.calls.models import Call

UNHEARD: Final = ("missed", "voicemail")
# What a provider tells later than this of a missed call is history, not somebody who waits.
WAITS: Final = timedelta(hours=36)


def settle(row: Call, *, at: datetime) -> None:
    """
    Say of a call whether its caller is owed one, and of older ones that they are no longer.

    The caller holds the lock of the number and saves `row`; a call that another provider told of
    first is settled there.
    """
    number = outside_number(row)
    if not number:
        return
    whole = row
    if row.part_of_id is not None:
        found = Call.objects.select_for_update().filter(pk=row.part_of_id).first()
        if found is None:
            return
        whole = found
    if row.answered_at is not None:
        before = min(row.started_at, whole.started_at)
        settle_older(number=number, before=before, by=row.agent_avatar_id, at=row.answered_at)
    _settle_own(whole, row, at)
    if whole is not row:
        whole.save(update_fields=["callback", "callback_by", "callback_at", "told"])


def settle_older(*, number: str, before: datetime, by: int | None, at: datetime) -> int:
    """Take who has been spoken to off the list of those who wait; returns how many calls that were."""
    waiting = Call.objects.filter(caller_number=number, callback="wanted", started_at__lt=before)
    return waiting.update(callback="done", callback_by=by, callback_at=at)


def _settle_own(whole: Call, heard: Call, at: datetime) -> None:
    if whole.direction != "inbound":
        return
    rows = [heard if one.pk == heard.pk else one for one in [whole, *queries.list_parts(call_id=whole.pk)]]
    is_unheard = any(one.status in UNHEARD for one in rows)
    if not is_unheard:
        # It was answered after all, and nobody has decided otherwise since.
        if whole.callback == "wanted" and whole.told.get("is_owed"):
            whole.callback = "none"
        return
    if whole.told.get("is_owed") or whole.started_at < at - WAITS:
        return
    whole.told = {**whole.told, "is_owed": True}
    spoken = _spoken_since(whole)
    if spoken is None:
        whole.callback = "wanted"
    else:
        whole.callback, whole.callback_by = "done", spoken.agent_avatar_id
        whole.callback_at = spoken.answered_at


def _spoken_since(row: Call) -> Call | None:
    # Not what another provider told of this very call: there a machine may have answered.
    numbered = queries.whole().filter(queries.with_number(row.caller_number))
    since = numbered.filter(started_at__gt=row.started_at)
    return since.filter(answered_at__isnull=False).order_by("started_at", "pk").first()
