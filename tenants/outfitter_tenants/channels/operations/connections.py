"""Connections: made, changed, opened, paused, given another key, taken away."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from django.conf import settings
from pydantic import BaseModel, ValidationError

from outfitter.billing.operations import plan_room
from outfitter.db.locks import atomic
from outfitter.kit import crypto
from outfitter.kit.errors import DomainError, Invalid, StaleVersion
from outfitter.plugins.channels.adapter import ChannelAdapter
from outfitter_tenants.audit.operations import record
from outfitter_tenants.channels import adapters
from outfitter_tenants.channels.models import ChannelConnection
from outfitter_tenants.channels.operations import mappings, subscriptions
from outfitter_tenants.channels.queries import connections as connected
from outfitter_tenants.channels.queries import mappings as mapped
from outfitter_tenants.channels.rules.settings_validation import checked_settings
from outfitter_tenants.resellers import queries as resellers

_SIMPLE: Final = (
    "title",
    "reseller_id",
    "price_mode",
    "hold_minutes",
    "most_hold_minutes",
    "calls_per_minute",
    "is_open_to_all",
    "is_guest_told",
)


class NotReady(DomainError):
    """Something is missing before a connection can go live; `detail.problems` says what."""

    code = "not_ready"
    status = 409


class KeyTaken(DomainError):
    """Another connection of the channel has this key."""

    code = "key_taken"
    status = 409


@dataclass(frozen=True, slots=True)
class Draft:
    """What staff say of a connection; `credentials` None: as they are, `key` None: as it is."""

    values: Mapping[str, Any]
    settings: Mapping[str, Any] | None = None
    credentials: Mapping[str, Any] | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class CreatedConnection:
    """A connection with the key that is shown this once, None when the channel has its own."""

    row: ChannelConnection
    key: str | None = field(repr=False)


def create(*, channel: str, draft: Draft, at: datetime) -> CreatedConnection:
    """
    Make a connection of a channel; it is a draft until somebody opens it.

    :raises UnknownChannel: no plugin of this operator speaks for it
    :raises Invalid: settings or credentials the channel does not take
    :raises ResellerNotFound: there is no such partner
    :raises KeyTaken: the key is another connection's
    :raises PlanLimitReached: the operator's plan includes no more channels
    """
    adapter = adapters.get_adapter(channel)
    values = {
        "hold_minutes": adapter.hold_minutes,
        "most_hold_minutes": adapter.most_hold_minutes,
        "calls_per_minute": adapter.calls_per_minute,
        "is_open_to_all": adapter.is_open_to_all,
        **{name: value for name, value in draft.values.items() if value is not None},
    }
    _check(values)
    key = _new_key(adapter, draft.key)
    with atomic():
        plan_room.ensure_room("channels", count=connected.count_connections)
        row = ChannelConnection(
            uuid=uuid4(),
            channel=channel,
            created_at=at,
            changed_at=at,
            settings=checked_settings(adapter.settings, draft.settings or {}, part="settings"),
            **{name: values[name] for name in _SIMPLE if name in values},
        )
        row.credentials_encrypted = _encrypted(adapter, draft.credentials or {})
        _set_key(row, key)
        row.save()
        record(
            entity_type="channel",
            entity_id=row.pk,
            action="channel.connected",
            at=at,
            after=connected.facts_of(row),
        )
        if row.is_open_to_all:
            mappings.create_mappings(connection=row, at=at)
    subscriptions.forget()
    return CreatedConnection(row, key if adapter.key_from != "them" and draft.key is None else None)


def change(
    *, connection_id: int, draft: Draft, at: datetime, version: int | None = None
) -> ChannelConnection:
    """
    Change what was agreed; keys of `values` that are missing stay.

    :raises ConnectionNotFound: there is none
    :raises StaleVersion: somebody changed it since `version`
    :raises Invalid, ResellerNotFound: as for `create`
    """
    with atomic():
        row = connected.lock_connection(connection_id=connection_id)
        _require_version(row, version)
        adapter = adapters.get_adapter(row.channel)
        before = connected.facts_of(row)
        for name, value in draft.values.items():
            if name in _SIMPLE and value is not None:
                setattr(row, name, value)
        _check({name: getattr(row, name) for name in _SIMPLE})
        if draft.settings is not None:
            row.settings = checked_settings(adapter.settings, draft.settings, part="settings")
        told: dict[str, Any] = {}
        if draft.credentials is not None:
            row.credentials_encrypted = _encrypted(adapter, draft.credentials)
            told = {"credentials": "changed"}
        after = connected.facts_of(row)
        if before != after or told:
            _save(row, at)
            record(
                entity_type="channel",
                entity_id=row.pk,
                action="channel.changed",
                at=at,
                before={name: before[name] for name in before if before[name] != after[name]},
                after={name: after[name] for name in after if before[name] != after[name]} | told,
            )
        if row.is_open_to_all:
            mappings.create_mappings(connection=row, at=at)
    subscriptions.forget()
    return row


def rotate_key(
    *, connection_id: int, key: str | None, at: datetime, version: int | None = None
) -> CreatedConnection:
    """
    Give a connection another key; the old one is worth nothing from now on.

    :raises KeyTaken: it is another connection's
    :raises Invalid: the channel's own key has to be typed in
    """
    with atomic():
        row = connected.lock_connection(connection_id=connection_id)
        _require_version(row, version)
        adapter = adapters.get_adapter(row.channel)
        new = _new_key(adapter, key)
        if new is None:
            raise Invalid({"key": ["Enter the key the channel gave you."]})
        _set_key(row, new)
        _save(row, at)
        record(
            entity_type="channel",
            entity_id=row.pk,
            action="channel.key_rotated",
            at=at,
            after={"key_hint": row.key_hint},
        )
    return CreatedConnection(row, new if key is None else None)


def set_state(
    *, connection_id: int, state: str, at: datetime, version: int | None = None
) -> ChannelConnection:
    """
    Open a connection for tests or for everybody, or pause it; what it booked stays.

    :raises NotReady: something is missing before it can go live
    """
    with atomic():
        row = connected.lock_connection(connection_id=connection_id)
        _require_version(row, version)
        if state == "live":
            problems = problems_of(row, at=at)
            if problems:
                raise NotReady("Some things are missing before this can go live.", problems=problems)
        before, row.state = row.state, state
        if before != state:
            _save(row, at)
            record(
                entity_type="channel",
                entity_id=row.pk,
                action="channel.state_changed",
                at=at,
                before={"state": before},
                after={"state": state},
            )
    subscriptions.forget()
    return row


def archive(*, connection_id: int, at: datetime) -> None:
    """Take a connection away: its key is worth nothing, its bookings stay."""
    with atomic():
        row = connected.lock_connection(connection_id=connection_id)
        before = row.state
        row.archived_at, row.state, row.key_digest = at, "paused", None
        row.credentials_encrypted = ""
        _save(row, at)
        record(
            entity_type="channel",
            entity_id=row.pk,
            action="channel.archived",
            at=at,
            before={"state": before, "title": row.title},
        )
    subscriptions.forget()


def problems_of(row: ChannelConnection, *, at: datetime) -> list[dict[str, str]]:
    """Return what is missing before a connection can go live: code, words, and of what."""
    found: list[dict[str, str]] = []
    if row.key_digest is None:
        found.append({"code": "no_key", "message": "It has no key yet.", "about": ""})
    partner = resellers.get_partner(reseller_id=row.reseller_id)
    if partner.status != "active":
        found.append(
            {
                "code": "partner_paused",
                "message": "The partner isn't selling right now.",
                "about": partner.name,
            }
        )
    adapter = adapters.get_adapter(row.channel)
    if adapter.credentials is not None:
        found += _missing(adapter.credentials, connected.credentials_of(row), "credentials")
    if adapter.settings is not None:
        found += _missing(adapter.settings, row.settings, "settings")
    live = mapped.sold_by(connection_id=row.pk)
    if not live:
        found.append({"code": "nothing_mapped", "message": "It doesn't sell anything yet.", "about": ""})
    for one in live:
        found += mappings.problems_of(row, one, at=at)
    return found


def _missing(model: type[BaseModel], values: Mapping[str, object], part: str) -> list[dict[str, str]]:
    try:
        model.model_validate(values)
    except ValidationError as problem:
        return [
            {"code": f"{part}_missing", "message": error["msg"], "about": ".".join(map(str, error["loc"]))}
            for error in problem.errors()
        ]
    return []


def _check(values: Mapping[str, Any]) -> None:
    resellers.get_reseller(reseller_id=int(values.get("reseller_id") or 0))
    least, most = values.get("hold_minutes", 0), values.get("most_hold_minutes", 0)
    if least > most:
        raise Invalid({"most_hold_minutes": ["This is shorter than the usual hold."]})


def _encrypted(adapter: ChannelAdapter, values: Mapping[str, object]) -> str:
    if not values:
        return ""
    checked = checked_settings(adapter.credentials, values, part="credentials")
    return crypto.encrypt_json(settings.FIELD_KEYS, checked)


def _new_key(adapter: ChannelAdapter, typed: str | None) -> str | None:
    if typed is not None and adapter.key_from == "us":
        raise Invalid({"key": ["We create the key for this channel."]})
    if typed is not None:
        if not 16 <= len(typed) <= 500:
            raise Invalid({"key": ["A key has 16 to 500 characters."]})
        return typed
    return None if adapter.key_from == "them" else secrets.token_urlsafe(32)


def _set_key(row: ChannelConnection, key: str | None) -> None:
    if key is None:
        return
    digest = connected.digest_of(key)
    if connected.find_twin(channel=row.channel, digest=digest, but=row.pk) is not None:
        raise KeyTaken("Another connection has this key.")
    row.key_digest, row.key_hint = digest, key[-4:]


def _require_version(row: ChannelConnection, version: int | None) -> None:
    if version is not None and version != row.version:
        raise StaleVersion("Someone changed this in the meantime.", version=row.version)


def _save(row: ChannelConnection, at: datetime) -> None:
    row.changed_at = at
    row.version += 1
    row.save()
