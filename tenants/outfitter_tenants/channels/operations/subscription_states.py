"""Staff look after those who have subscribed; `channel_subscriptions` is what the channel does itself."""

from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.kit.errors import NotFound
from outfitter_tenants.audit.operations import record
from outfitter_tenants.channels.models import ChannelSubscription
from outfitter_tenants.channels.operations import notices, subscriptions
from outfitter_tenants.channels.queries import notices as stored


class UnknownSubscription(NotFound):
    """Nobody has subscribed by that id, or they have unsubscribed."""


def set_paused(*, subscription_id: int, is_paused: bool, at: datetime) -> None:
    """
    Stop telling a subscriber, or go on; what changes meanwhile is kept, once however often.

    :raises UnknownSubscription: there is none
    """
    with atomic():
        row = _locked(subscription_id)
        if (row.paused_at is not None) == is_paused:
            return
        row.paused_at = at if is_paused else None
        row.save(update_fields=["paused_at"])
        _log(row, "channel.subscription_paused" if is_paused else "channel.subscription_resumed", at)
        if not is_paused:
            notices.plan([row.pk], at)


def resend(*, subscription_id: int, at: datetime) -> int:
    """
    Tell a subscriber at once what failed or waits after a failure; returns how much that is.

    :raises UnknownSubscription: there is none
    """
    with atomic():
        row = _locked(subscription_id)
        count = stored.make_due(subscription_id=row.pk, at=at)
        if count and row.paused_at is None:
            notices.plan([row.pk], at)
    return count


def remove(*, subscription_id: int, at: datetime) -> None:
    """
    Take a subscriber away with what it still had to be told.

    :raises UnknownSubscription: there is none
    """
    with atomic():
        row = _locked(subscription_id)
        _log(row, "channel.unsubscribed", at)
        row.delete()
    subscriptions.forget()


def _locked(subscription_id: int) -> ChannelSubscription:
    rows = ChannelSubscription.objects.select_for_update(of=("self",))
    row = rows.filter(pk=subscription_id, connection__archived_at__isnull=True).first()
    if row is None:
        raise UnknownSubscription("This webhook is no longer registered.")
    return row


def _log(row: ChannelSubscription, action: str, at: datetime) -> None:
    facts = {"topic": row.topic, "url": row.url}
    is_gone = action == "channel.unsubscribed"
    record(
        entity_type="channel",
        entity_id=row.connection_id,
        action=action,
        at=at,
        before=facts if is_gone else {},
        after={} if is_gone else facts,
    )
