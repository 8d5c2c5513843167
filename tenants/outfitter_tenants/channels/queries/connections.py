"""Reads of connections; `open_*` answer with what plugins may know."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final, cast
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from outfitter.db.configuration import configuration_read
from outfitter.db.statements import Statement
from outfitter.kit import crypto
from outfitter.kit.errors import NotFound
from outfitter.plugins.channels.catalog_types import Connection, ConnectionState, PriceMode
from outfitter.plugins.channels.errors import BadCredentials, ConnectionClosed
from outfitter_tenants.channels.models import ChannelConnection
from outfitter_tenants.channels.types import OPEN_STATES
from outfitter_tenants.people import queries as people


class ConnectionNotFound(NotFound):
    """No such connection here."""


@dataclass(frozen=True, slots=True)
class ConnectionRow:
    """What is set up of a connection; what the channel gave us is encrypted."""

    id: int
    uuid: UUID
    channel: str
    title: str
    state: str
    key_digest: str | None
    credentials_encrypted: str
    settings: Mapping[str, Any]
    reseller_id: int
    price_mode: str
    hold_minutes: int
    most_hold_minutes: int
    calls_per_minute: int
    is_guest_told: bool
    archived_at: datetime | None


@configuration_read
def _rows() -> tuple[ConnectionRow, ...]:
    """Return every connection there ever was: a handful, so that nobody's guesses are remembered."""
    names = [one.name for one in fields(ConnectionRow)]
    return tuple(ConnectionRow(*row) for row in ChannelConnection.objects.order_by("pk").values_list(*names))


def get_row(*, connection_id: int) -> ConnectionRow:
    """
    Return what is set up of one connection, also of one that was taken away.

    :raises ConnectionNotFound: there is none
    """
    found = next((row for row in _rows() if row.id == connection_id), None)
    if found is None:
        raise ConnectionNotFound("Connection not found.")
    return found


def digest_of(key: str) -> str:
    """Return what is kept of a key: it is long and random, so no salt is needed."""
    return hashlib.sha256(key.encode()).hexdigest()


def find_by_key(*, channel: str, key: str) -> Connection:
    """
    Return the connection that a key belongs to. The host does this for routes that name a key.

    :raises BadCredentials: it is nobody's here
    :raises ConnectionClosed: the operator has not opened it, or paused it
    """
    if not key or len(key) > 500:
        raise BadCredentials(is_missing=not key)
    digest = digest_of(key)
    return _opened(row for row in _rows() if row.channel == channel and row.key_digest == digest)


def get_open(*, uuid: str) -> Connection:
    """
    Return one connection by its public uuid.

    :raises BadCredentials: there is none that is open
    """
    try:
        wanted = UUID(uuid)
    except ValueError:
        raise BadCredentials from None
    return _opened(row for row in _rows() if row.uuid == wanted)


def list_open(*, channel: str) -> tuple[Connection, ...]:
    """Return the connections of a channel that are live or being tested."""
    rows = ChannelConnection.objects.filter(channel=channel, state__in=OPEN_STATES, archived_at__isnull=True)
    return tuple(serialize_connection(row) for row in rows.order_by("pk"))


def _opened(rows: Iterable[ConnectionRow]) -> Connection:
    row = next((row for row in rows if row.archived_at is None), None)
    if row is None:
        raise BadCredentials
    if row.state not in OPEN_STATES:
        raise ConnectionClosed("This connection is not open.", state=row.state)
    return serialize_connection(row)


def serialize_connection(row: ChannelConnection | ConnectionRow) -> Connection:
    """Return a connection as plugins get it, with what the channel gave us decrypted."""
    operator = people.get_properties()
    return Connection(
        id=row.id,
        uuid=str(row.uuid),
        channel=row.channel,
        title=row.title,
        state=cast("ConnectionState", row.state),
        price_mode=cast("PriceMode", row.price_mode),
        currency=operator.currency,
        time_zone=operator.time_zone,
        locale=operator.locale,
        hold_minutes=row.hold_minutes,
        most_hold_minutes=row.most_hold_minutes,
        settings=dict(row.settings),
        credentials=credentials_of(row),
    )


def credentials_of(row: ChannelConnection | ConnectionRow) -> Mapping[str, str]:
    """Return what the channel gave us."""
    if not row.credentials_encrypted:
        return {}
    return crypto.decrypt_json(settings.FIELD_KEYS, row.credentials_encrypted)


def get_connection(*, connection_id: int) -> ChannelConnection:
    """
    Return one connection, also one that was taken away.

    :raises ConnectionNotFound: there is none
    """
    row = ChannelConnection.objects.filter(pk=connection_id).first()
    if row is None:
        raise ConnectionNotFound("Connection not found.")
    return row


def lock_connection(*, connection_id: int) -> ChannelConnection:
    """
    Lock one connection for a change.

    :raises ConnectionNotFound: there is none, or it was taken away
    """
    rows = ChannelConnection.objects.select_for_update(of=("self",))
    row = rows.filter(pk=connection_id, archived_at__isnull=True).first()
    if row is None:
        raise ConnectionNotFound("Connection not found.")
    return row


def list_connections(*, is_archived: bool = False) -> list[ChannelConnection]:
    """Return the connections by channel and title."""
    rows = ChannelConnection.objects.filter(archived_at__isnull=not is_archived)
    return list(rows.order_by("channel", "title", "pk"))


def count_connections() -> int:
    """Return how many agreements with channels there are, drafts among them."""
    return ChannelConnection.objects.filter(archived_at__isnull=True).count()


def has_pushing(*, channels: frozenset[str]) -> bool:
    """Return whether any open connection is of a channel that wants to be told of changes."""
    rows = ChannelConnection.objects.filter(
        channel__in=channels, state__in=OPEN_STATES, archived_at__isnull=True
    )
    return rows.exists()


def find_twin(*, channel: str, digest: str, but: int | None) -> int | None:
    """Return another living connection of the channel with the same key."""
    rows = ChannelConnection.objects.filter(Q(channel=channel, key_digest=digest, archived_at__isnull=True))
    return rows.exclude(pk=but or 0).values_list("pk", flat=True).first()


def note_call(*, connection_id: int, at: datetime) -> None:
    """Write when a connection was last heard of, once a minute at most."""
    late = Q(last_call_at__isnull=True) | Q(last_call_at__lt=at.replace(second=0, microsecond=0))
    ChannelConnection.objects.filter(late, pk=connection_id).update(last_call_at=at)


def facts_of(row: ChannelConnection) -> dict[str, Any]:
    """Return a connection as the log has it; no secrets."""
    names = (
        "channel",
        "title",
        "state",
        "reseller_id",
        "price_mode",
        "hold_minutes",
        "most_hold_minutes",
        "calls_per_minute",
        "is_open_to_all",
        "is_guest_told",
    )
    return {name: getattr(row, name) for name in names} | {"settings": dict(row.settings)}


def partners_among(reseller_ids: Iterable[int]) -> frozenset[int]:
    """Return which of these partners sell, or once sold, through a channel."""
    return frozenset(row.reseller_id for row in _rows()) & frozenset(reseller_ids)


# Whether any channel is connected (domain.md 6.3).
ANY_CONNECTION: Final = Statement(lambda: ChannelConnection.objects.values_list("pk")[:1])
