"""
Codes that nobody has: who names too many of them has to wait, and somebody hears of it.

Every try is a row before the code is looked at and goes when the code was right, so that a hundred
tries at once count as a hundred (domain.md 4.15: ten wrong ones an hour). Many addresses that guess
at one operator get fewer tries each, all together: whoever has a card names it rightly.
"""

from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Final

from django.db import transaction

from outfitter.api.rate_limits import RateLimited
from outfitter.db.batch_delete import delete_batch
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.giftcards.models import CodeTry

if TYPE_CHECKING:
    from django.db.models import QuerySet

MOST_WRONG: Final = 10
# So many wrong codes of visitors in an hour are no slips of the finger; each address has so few.
SIEGE: Final = 100
MOST_IN_SIEGE: Final = 3
# What is one household or one customer of a provider: nobody has fewer IPv6 addresses than these.
_SITE: Final = 64
WINDOW: Final = timedelta(hours=1)
KEPT: Final = timedelta(days=1)


def begin(*, who: str, at: datetime) -> int:
    """
    Count a try of `who` (an address, a member of staff) and return its number.

    Outside of any transaction that may be undone.

    :raises RateLimited: ten of the last hour were wrong
    """
    recent = CodeTry.objects.filter(who=who, at__gt=at - WINDOW)
    most = MOST_IN_SIEGE if who.startswith(_VISITOR) and _is_siege(at) else MOST_WRONG
    mine = CodeTry.objects.create(who=who, at=at)
    before = recent.filter(pk__lt=mine.pk)
    if before.count() < most:
        return mine.pk
    mine.delete()
    oldest = before.order_by("-pk")[most - 1]
    wait = max(1, int((oldest.at + WINDOW - at).total_seconds()))
    raise RateLimited("Too many wrong codes. Please wait.", retry_after=wait)


_VISITOR: Final = "ip:"


def visitor(ip: str | None) -> str:
    """Return how a visitor is counted: by address, in IPv6 by the network it is from."""
    try:
        address = ip_address(ip or "")
    except ValueError:
        return f"{_VISITOR}?"
    if address.version == 4:
        return f"{_VISITOR}{address}"
    if address.ipv4_mapped is not None:
        return f"{_VISITOR}{address.ipv4_mapped}"
    return f"{_VISITOR}{ip_network((address, _SITE), strict=False)}"


def _is_siege(at: datetime) -> bool:
    return _by_visitors(at)[:SIEGE].count() == SIEGE


def _by_visitors(at: datetime) -> "QuerySet[CodeTry]":
    return CodeTry.objects.filter(who__startswith=_VISITOR, at__gt=at - WINDOW)


def was_right(*, try_id: int) -> None:
    """Forget a try: there is such a card."""
    CodeTry.objects.filter(pk=try_id).delete()


def was_wrong(*, try_id: int, who: str, name: str, at: datetime) -> None:
    """Keep a try, and report the one that reaches the limit; `name` is `who` as people know it."""
    recent = CodeTry.objects.filter(who=who, at__gt=at - WINDOW, pk__lte=try_id)
    if recent.count() == MOST_WRONG:
        _report(at, who=name, tries=MOST_WRONG)
    if who.startswith(_VISITOR) and _by_visitors(at).filter(pk__lte=try_id).count() == SIEGE:
        _report(at, who="", tries=SIEGE)


def _report(at: datetime, *, who: str, tries: int) -> None:
    """Tell those who keep cards that somebody guesses; without a name it is many at once."""
    with transaction.atomic():
        record(
            entity_type="gift_card",
            entity_id=0,
            action="gift_card.codes_guessed",
            at=at,
            after={"who": who, "tries": tries},
        )
        outbox.publish("gift_card.codes_guessed", at=at, who=who, tries=tries)


def forget(_state: object, at: datetime) -> dict[str, object] | None:
    """Delete tries that no longer count; an operator's daily work."""
    gone = delete_batch(CodeTry.objects.filter(at__lt=at - KEPT))
    return {} if gone else None
