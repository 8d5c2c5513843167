"""One message as its thread shows it: what was said, and what became of it."""

from typing import Any

from outfitter.kit.person_names import full_name
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.messaging.models import Message, MessageEvent, MessageLink, Template
from outfitter_tenants.messaging.public_views import filled

# So many events are shown; programs may open a mail a thousand times.
_MOST_EVENTS = 200


def shown(row: Message) -> dict[str, Any]:
    """Return a message with its events and links; what carries somebody's key is not shown."""
    is_secret = row.category == "access_code"
    body = row.body_html if row.channel == "email" and row.body_html else row.body_text
    return {
        "id": row.pk,
        "hash": row.hash,
        "channel": row.channel,
        "direction": row.direction,
        "category": row.category,
        "status": row.status,
        "reason": row.reason,
        "error": row.error,
        "to": row.to,
        "from_address": row.from_address,
        "locale": row.locale,
        "subject": row.subject,
        "body_rendered": "" if is_secret else filled(body, row.hash),
        "body_text": "" if is_secret else filled(row.body_text, row.hash),
        "is_html": bool(row.channel == "email" and row.body_html),
        "attachment_names": [file["name"] for file in row.attachments],
        "provider": row.provider,
        "attempt_cnt": row.attempt_cnt,
        "opened_cnt": row.opened_cnt,
        "clicked_cnt": row.clicked_cnt,
        "scheduled_at": row.scheduled_at,
        "sent_at": row.sent_at,
        "read_at": row.read_at,
        "created_at": row.created_at,
        "in_reply_to_id": row.in_reply_to_id,
        "events": _events(row.pk),
        "links": [] if is_secret else _links(row.pk),
        "customer": _customer(row.customer_id),
        "trip": {"id": row.trip_id} if row.trip_id else None,
        "template": _template(row.template_id, row.template_version),
    }


def _events(message_id: int) -> list[dict[str, object]]:
    rows = MessageEvent.objects.filter(message_id=message_id).order_by("at", "pk")[:_MOST_EVENTS]
    return [{"kind": one.kind, "detail": one.detail, "at": one.at} for one in rows]


def _links(message_id: int) -> list[dict[str, object]]:
    rows = MessageLink.objects.filter(message_id=message_id).order_by("pk")[:_MOST_EVENTS]
    return [{"url": one.url, "clicked_cnt": one.clicked_cnt} for one in rows]


def _customer(customer_id: int | None) -> dict[str, object] | None:
    if customer_id is None:
        return None
    try:
        row = customers.get_customer(customer_id=customer_id)
    except customers.CustomerNotFound:
        return None
    return {"id": row.pk, "name": full_name(row.first_name, row.last_name)}


def _template(template_id: int | None, version: int | None) -> dict[str, object] | None:
    row = Template.objects.filter(pk=template_id).first() if template_id else None
    return {"id": row.pk, "name": row.name, "version": version} if row is not None else None
