"""What screens show of channels, put together from rows."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import BaseModel

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.person_names import full_name
from outfitter.plugins import contexts
from outfitter.plugins.channels.adapter import ChannelAdapter
from outfitter.plugins.channels.booking_types import Booking
from outfitter.plugins.channels.tool_types import ChannelTool
from outfitter.plugins.plugin_labels import Labels, labels_of
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.guest_type_names import GuestTypeNames
from outfitter_tenants.channels import adapters
from outfitter_tenants.channels.models import (
    AvailabilityPush,
    ChannelAllotment,
    ChannelConnection,
    ExternalBooking,
    ProductMapping,
)
from outfitter_tenants.channels.operations import connections, mappings
from outfitter_tenants.channels.operations.tools import ToolState
from outfitter_tenants.channels.queries import booking_responses, notices, traffic
from outfitter_tenants.channels.queries import connections as connected
from outfitter_tenants.channels.queries import mappings as mapped
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.trips.queries import channel_details


def channel_out(adapter: ChannelAdapter, *, languages: Sequence[str]) -> dict[str, Any]:
    """Return a channel that a connection can be made of, in the reader's language."""
    labels = labels_of(adapter.channel, languages=languages)
    return {
        "channel": adapter.channel,
        "title": adapter.title,
        "key_from": adapter.key_from,
        "key_help": labels.text(adapter.key_help),
        "hold_minutes": adapter.hold_minutes,
        "most_hold_minutes": adapter.most_hold_minutes,
        "calls_per_minute": adapter.calls_per_minute,
        "is_open_to_all": adapter.is_open_to_all,
        "is_told": adapter.push is not None,
        "can_reconcile": adapter.their_bookings is not None,
        "settings_schema": _schema(adapter.settings, labels),
        "credentials_schema": _schema(adapter.credentials, labels),
        "mapping_schema": _schema(adapter.mapping_settings, labels),
        "tools": [_tool(one, labels) for one in adapter.tools],
    }


def _tool(tool: ChannelTool, labels: Labels) -> dict[str, Any]:
    return {
        "name": tool.name,
        "title": labels.text(tool.title),
        "text": labels.text(tool.text),
        "action": labels.text(tool.action),
        "form_schema": _schema(tool.form, labels),
        "columns": [
            {"name": one.name, "title": labels.text(one.title), "kind": one.kind} for one in tool.columns
        ],
        "has_rows": tool.rows is not None,
        "can_remove": tool.remove is not None,
        "is_of_product": tool.is_of_product,
    }


def tool_state_out(found: ToolState, *, languages: Sequence[str]) -> dict[str, Any]:
    """Return what a tool lists; cells that are words of the plugin's are in the reader's language."""
    labels = labels_of(found.channel, languages=languages)
    words = {one.name for one in found.tool.columns if one.kind == "word"}
    rows = [
        {
            "id": row.id,
            "cells": {name: labels.text(text) if name in words else text for name, text in row.cells.items()},
        }
        for row in found.rows
    ]
    return {"rows": rows, "initial": dict(found.initial)}


def subscriptions_out(*, connection_id: int) -> list[dict[str, Any]]:
    """Return those who have subscribed with how the telling goes; headers are the channel's secret."""
    going = notices.deliveries_of(connection_id=connection_id)
    nothing = notices.Deliveries()
    return [
        {
            **{name: getattr(row, name) for name in _OF_SUBSCRIPTION},
            **{name: getattr(going.get(row.pk, nothing), name) for name in _OF_DELIVERIES},
        }
        for row in notices.list_subscriptions(connection_id=connection_id)
    ]


_OF_SUBSCRIPTION = ("id", "topic", "url", "is_retried", "created_at", "paused_at")
_OF_DELIVERIES = ("waiting", "failed", "last_sent_at", "error", "error_at")


def _schema(model: type[BaseModel] | None, labels: Labels) -> dict[str, Any] | None:
    return labels.schema(model.model_json_schema()) if model is not None else None


def connections_out(rows: Sequence[ChannelConnection], *, at: datetime) -> list[dict[str, Any]]:
    """Return connections with how they are doing."""
    doing = traffic.activity_of(connection_ids=[row.pk for row in rows], at=at)
    names = resellers.names_of(ids={row.reseller_id for row in rows})
    known, enabled = adapters.all_adapters(), adapters.enabled_adapters()
    return [
        {
            **{name: getattr(row, name) for name in _PLAIN},
            "uuid": str(row.uuid),
            "channel_title": known[row.channel].title if row.channel in known else row.channel,
            "is_enabled": row.channel in enabled,
            "has_subscriptions": row.channel in known and known[row.channel].notify is not None,
            "has_tools": row.channel in known and bool(known[row.channel].tools),
            "reseller_name": names.get(row.reseller_id, ""),
            "has_key": row.key_digest is not None,
            "has_credentials": bool(row.credentials_encrypted),
            **_doing(row, doing[row.pk]),
        }
        for row in rows
    ]


_PLAIN = (
    "id",
    "channel",
    "title",
    "state",
    "reseller_id",
    "price_mode",
    "key_hint",
    "hold_minutes",
    "most_hold_minutes",
    "calls_per_minute",
    "is_open_to_all",
    "is_guest_told",
    "settings",
    "last_call_at",
    "created_at",
    "version",
)


def _doing(row: ChannelConnection, doing: traffic.ConnectionActivity) -> dict[str, Any]:
    pushes, calls, sold = doing.pushes, doing.calls, doing.sold
    return {
        "mapping_cnt": doing.mappings,
        "pushes": {
            "waiting": pushes.get("waiting", 0) + pushes.get("sending", 0),
            "failed": pushes.get("failed", 0),
            "refused": pushes.get("refused", 0),
            "last_push_at": row.last_push_at,
        },
        "breaker": {
            "state": row.breaker_state,
            "failures": row.breaker_failures,
            "until": row.breaker_until,
            "error": row.breaker_error,
        },
        "traffic": {
            "calls": sum(calls.values()),
            "refused": calls.get("refused", 0),
            "failed": calls.get("failed", 0),
            "slowest_milliseconds": doing.slowest,
        },
        "bookings": {"on_hold": sold.held, "confirmed": sold.confirmed, "cancelled": sold.cancelled},
    }


def connection_full(row: ChannelConnection, *, at: datetime, languages: Sequence[str] = ()) -> dict[str, Any]:
    """Return one connection with what is missing and what the channel has to be told."""
    [found] = connections_out([row], at=at)
    adapter = adapters.enabled_adapters().get(row.channel)
    labels = labels_of(row.channel, languages=languages)
    facts: Mapping[str, str] = {}
    problems: list[dict[str, str]] = []
    if adapter is not None and row.archived_at is None:
        problems = connections.problems_of(row, at=at)
        if adapter.facts is not None:
            ctx = contexts.context_for(schema_name=current_schema(), slug=row.channel)
            facts = adapter.facts(ctx, connected.serialize_connection(row))
    return {
        **found,
        "problems": problems,
        "facts": [{"name": labels.text(name), "value": text} for name, text in facts.items()],
    }


def mappings_out(
    rows: Sequence[ProductMapping], *, at: datetime, languages: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return mappings with the names of what they are about, and what is wrong with them."""
    called = catalog.guest_type_names(languages=languages)
    experiences = catalog.list_experiences(ids={row.experience_id for row in rows})
    return [_mapping(row, experiences[row.experience_id], called, at) for row in rows]


def _mapping(
    row: ProductMapping, experience: catalog.ExperienceRow, called: GuestTypeNames, at: datetime
) -> dict[str, Any]:
    names = {kind.id: called.of(kind.name) for kind in experience.customer_types}
    one = mapped.mapped(row)
    return {
        "id": row.pk,
        "connection_id": row.connection_id,
        "channel": row.connection.channel,
        "experience_id": row.experience_id,
        "experience_name": experience.name,
        "product_ref": row.product_ref,
        "option_ref": row.option_ref,
        "title": row.title,
        "start_times": list(row.start_times),
        "state": row.state,
        "why": row.why,
        "is_push_refused": row.is_push_refused,
        "settings": mappings.settings_of(row),
        "version": row.version,
        "units": [
            {"unit_ref": name, "experience_customer_type_id": kind, "name": names.get(kind, "")}
            for name, kind in one.units.items()
        ],
        "problems": mappings.problems_of(row.connection, one, at=at),
    }


def allotments_out(rows: Sequence[ChannelAllotment]) -> list[dict[str, Any]]:
    """Return allotments with the seats that are kept right now."""
    kept = traffic.kept_seats(connection_ids={row.connection_id for row in rows})
    return [
        {
            **{name: getattr(row, name) for name in _ALLOTMENT},
            "start_times": list(row.start_times),
            "experience_name": row.experience.name if row.experience else None,
            "kept_now": sum(
                pax
                for (connection, experience), pax in kept.items()
                if connection == row.connection_id and row.experience_id in {None, experience}
            )
            if row.guaranteed
            else 0,
        }
        for row in rows
    ]


_ALLOTMENT = (
    "id",
    "connection_id",
    "experience_id",
    "date_from",
    "date_to",
    "weekdays",
    "guaranteed",
    "most",
    "release_minutes",
    "version",
)


def push_out(row: AvailabilityPush) -> dict[str, Any]:
    """Return a day that was or has to be told."""
    names = (
        "id",
        "mapping_id",
        "date",
        "causes",
        "state",
        "due_at",
        "attempts",
        "error",
        "changed_at",
        "sent_at",
    )
    return {
        **{name: getattr(row, name) for name in names},
        "product_ref": row.mapping.product_ref,
        "option_ref": row.mapping.option_ref,
    }


def bookings_out(rows: Sequence[ExternalBooking], *, at: datetime) -> list[dict[str, Any]]:
    """Return bookings as they stand."""
    told = booking_responses.serialize_bookings(rows, at=at)
    seen = channel_details.seen_by_partner(orders=[(row.trip_id, row.trip_order_id) for row in rows])
    return [_booking(row, one, seen[row.trip_id].hash) for row, one in zip(rows, told, strict=True)]


def _booking(row: ExternalBooking, one: Booking, trip_hash: str) -> dict[str, Any]:
    name = full_name(one.contact.first_name, one.contact.last_name)
    return {
        "id": row.pk,
        "uuid": one.uuid,
        "connection_id": row.connection_id,
        "channel": row.connection.channel,
        "connection_title": row.connection.title,
        "reference": row.late_reference or row.reference,
        "channel_reference": row.channel_reference,
        "sold_by": row.sold_by,
        "confirmation_code": row.confirmation_code,
        "trip_id": row.trip_id,
        "trip_hash": trip_hash,
        "state": one.state,
        "is_test": row.is_test,
        "product_ref": one.product_id,
        "option_ref": one.option_id,
        "starts_at": one.departure.starts_at,
        "units": len(one.units),
        "contact_name": name,
        "total_amount": one.price.retail,
        "net_amount": one.price.net or 0,
        "their_amount": row.their_amount,
        "is_their_net": row.is_their_net,
        "currency": row.currency,
        "expires_at": one.expires_at,
        "created_at": row.created_at,
        "confirmed_at": row.confirmed_at,
        "cancelled_at": one.cancellation.at if one.cancellation else None,
        "cancel_reason": row.cancel_reason,
    }
