"""Channels that register an address to be told at; see `notices` for the telling."""

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from django.conf import settings

from outfitter.db.locks import atomic
from outfitter.kit import crypto
from outfitter.kit.clock import utc_now
from outfitter.plugins.channels.catalog_types import Connection
from outfitter.plugins.channels.errors import MalformedRequest
from outfitter.plugins.channels.subscription_types import Subscription, SubscriptionDraft
from outfitter_tenants.audit.actor import acting
from outfitter_tenants.audit.operations import record
from outfitter_tenants.channels.models import ChannelSubscription
from outfitter_tenants.channels.operations import request_resolution, subscriptions
from outfitter_tenants.channels.queries import connections as connected
from outfitter_tenants.channels.queries import notices

MOST: Final = 20
_MOST_HEADERS: Final = 20
_NAME: Final = re.compile(r"[A-Za-z0-9-]{1,100}")
# What the connection itself says.
_OURS: Final = frozenset(
    ("connection", "content-length", "content-type", "host", "te", "trailer", "transfer-encoding", "upgrade")
)


def subscribe(connection: Connection, draft: SubscriptionDraft) -> Subscription:
    """
    Register an address of a channel.

    :raises MalformedRequest: no address we would call, headers that are ours, or far too many of it
    """
    _require_sane(draft)
    at = utc_now()
    with atomic(), acting(request_resolution.actor_of(connection)):
        connected.lock_connection(connection_id=connection.id)
        if len(notices.list_subscriptions(connection_id=connection.id)) >= MOST:
            raise MalformedRequest(f"At most {MOST} subscriptions.", field="subscription")
        row = ChannelSubscription(uuid=uuid4(), connection_id=connection.id, created_at=at)
        _write(row, draft)
        _log(row, "channel.subscribed", before={}, after=_facts(row))
    subscriptions.forget()
    return told(row)


def change(connection: Connection, subscription_id: str, draft: SubscriptionDraft) -> Subscription | None:
    """
    Change a subscription of this connection; None when it has none by that id.

    :raises MalformedRequest: as for `subscribe`
    """
    _require_sane(draft)
    with atomic(), acting(request_resolution.actor_of(connection)):
        row = _locked(connection, subscription_id)
        if row is None:
            return None
        before = _facts(row)
        _write(row, draft)
        _log(row, "channel.subscription_changed", before=before, after=_facts(row))
    return told(row)


def unsubscribe(connection: Connection, subscription_id: str) -> Subscription | None:
    """Take a subscription back with what it still had to be told; None when there is none by that id."""
    with atomic(), acting(request_resolution.actor_of(connection)):
        row = _locked(connection, subscription_id)
        if row is None:
            return None
        found = told(row)
        _log(row, "channel.unsubscribed", before=_facts(row), after={})
        row.delete()
    subscriptions.forget()
    return found


def list_all(connection: Connection) -> tuple[Subscription, ...]:
    """Return the subscriptions of a connection in the order they were made."""
    return tuple(told(row) for row in notices.list_subscriptions(connection_id=connection.id))


def told(row: ChannelSubscription) -> Subscription:
    """Return a subscription as its plugin has it."""
    headers: Mapping[str, str] = {}
    if row.headers_encrypted:
        headers = crypto.decrypt_json(settings.FIELD_KEYS, row.headers_encrypted)
    return Subscription(
        id=str(row.uuid),
        topic="booking" if row.topic == "booking" else "availability",
        url=row.url,
        headers=dict(headers),
        is_retried=row.is_retried,
        settings=dict(row.settings),
    )


def _locked(connection: Connection, subscription_id: str) -> ChannelSubscription | None:
    try:
        wanted = UUID(subscription_id)
    except ValueError:
        return None
    rows = ChannelSubscription.objects.select_for_update(of=("self",))
    return rows.filter(connection_id=connection.id, uuid=wanted).first()


def _write(row: ChannelSubscription, draft: SubscriptionDraft) -> None:
    row.topic, row.url, row.is_retried = draft.topic, draft.url, draft.is_retried
    headers = dict(draft.headers)
    row.headers_encrypted = crypto.encrypt_json(settings.FIELD_KEYS, headers) if headers else ""
    row.settings, row.changed_at = dict(draft.settings), utc_now()
    row.save()


def _require_sane(draft: SubscriptionDraft) -> None:
    parts = urlsplit(draft.url)
    is_address = parts.scheme == "https" and parts.hostname and not parts.username and not parts.fragment
    if not is_address or len(draft.url) > 1000 or not draft.url.isprintable() or " " in draft.url:
        raise MalformedRequest("The address starts with https://.", field="url")
    if len(draft.headers) > _MOST_HEADERS:
        raise MalformedRequest(f"At most {_MOST_HEADERS} headers.", field="headers")
    for name, value in draft.headers.items():
        is_text = value.isascii() and value.isprintable() and len(value) <= 2000
        if not _NAME.fullmatch(name) or name.lower() in _OURS or not is_text:
            raise MalformedRequest(f"{name[:100]}: this header can't be sent.", field="headers")


def _facts(row: ChannelSubscription) -> dict[str, object]:
    return {"topic": row.topic, "url": row.url, "is_retried": row.is_retried}


def _log(
    row: ChannelSubscription, action: str, *, before: dict[str, object], after: dict[str, object]
) -> None:
    record(
        entity_type="channel",
        entity_id=row.connection_id,
        action=action,
        at=utc_now(),
        before=before,
        after=after,
    )
