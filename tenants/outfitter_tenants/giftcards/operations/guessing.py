"""
Codes that nobody has: who names too many of them has to wait, and somebody hears of it.

Every try is a row before the code is looked at and goes when the code was right, so that a hundred
tries at once count as a hundred (domain.md 4.15: ten wrong ones an hour).
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from outfitter.api.limits import RateLimited
from outfitter.db.forgetting import forget_some
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.giftcards.models import CodeTry

MOST_WRONG: Final = 10
WINDOW: Final = timedelta(hours=1)
KEPT: Final = timedelta(days=1)


def begin(*, who: str, at: datetime) -> int:
    """
    Count a try of `who` (an address, a member of staff) and return its number.

    Outside of any transaction that may be undone.

    :raises RateLimited: ten of the last hour were wrong
    """
    recent = CodeTry.objects.filter(who=who, at__gt=at - WINDOW)
    mine = CodeTry.objects.create(who=who, at=at)
    before = recent.filter(pk__lt=mine.pk)
    if before.count() < MOST_WRONG:
        return mine.pk
    mine.delete()
    oldest = before.order_by("-pk")[MOST_WRONG - 1]
    wait = max(1, int((oldest.at + WINDOW - at).total_seconds()))
    raise RateLimited("Too many wrong codes. Please wait.", retry_after=wait)


def was_right(*, try_id: int) -> None:
    """Forget a try: there is such a card."""
    CodeTry.objects.filter(pk=try_id).delete()


def was_wrong(*, try_id: int, who: str, name: str, at: datetime) -> None:
    """Keep a try, and report the one that reaches the limit; `name` is `who` as people know it."""
    recent = CodeTry.objects.filter(who=who, at__gt=at - WINDOW, pk__lte=try_id)
    if recent.count() != MOST_WRONG:
        return
    with transaction.atomic():
        record(
            entity_type="gift_card", entity_id=0, action="gift_card.codes_guessed", at=at,
            after={"who": name, "tries": MOST_WRONG},
        )  # fmt: skip
        outbox.publish("gift_card.codes_guessed", at=at, who=name, tries=MOST_WRONG)


def forget(_state: object, at: datetime) -> dict[str, object] | None:
    """Delete tries that no longer count; an operator's daily work."""
    gone = forget_some(CodeTry.objects.filter(at__lt=at - KEPT))
    return {} if gone else None
