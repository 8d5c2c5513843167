"""
Personal data leave the log when a person asks for it; that something happened stays (ADR 13).

The trigger of the table refuses every change but this one: inside a transaction that says so, the
values before and after, the reason, and where a customer called from may become less, never the
actor, the action, the object or the time.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from django.db import connection
from django.db.models import Q

from outfitter_tenants.audit.models import AuditLog

REMOVED: Final = "[removed]"
# Fields that say who somebody is, wherever they stand in before and after.
_PERSONAL: Final = re.compile(
    r"^(contact_|guest_|recipient_|sender_)?(first_name|last_name|name|emails?|phones?|country|birth_date)$"
    r"|^(message|more_emails|more_phones|company|address|notes?|tags|marketing|to|from|body|subject|text"
    r"|group_name|error|ip|gateway_customer_id|last4|brand|contact|guest|value)$"
)
_BATCH: Final = 500
# All of a batch in one parameter: rows are not told apart case by case.
_WRITE: Final = """
UPDATE audit_auditlog a
   SET before = nullif(x.before, 'null'), after = nullif(x.after, 'null'), reason = x.reason,
       actor_name = x.actor_name, ip = x.ip, user_agent = x.user_agent
  FROM jsonb_to_recordset(%s::jsonb) AS x
       (id bigint, before jsonb, after jsonb, reason text, actor_name text, ip inet, user_agent text)
 WHERE a.id = x.id
"""
# Who acts of their own accord: their name and address are theirs, a member of staff's is not.
_THEMSELVES: Final = ("customer",)


def redact(
    *,
    customer_ids: Collection[int],
    trip_ids: Collection[int],
    message_ids: Collection[int],
    gift_card_ids: Collection[int] = (),
    others: Mapping[str, Collection[int]] | None = None,
) -> int:
    """
    Remove personal values from the log of people, their trips and messages; returns the rows.

    `others` are further things by their kind in the log.

    :raises RuntimeError: outside a transaction
    """
    if not connection.in_atomic_block:
        raise RuntimeError("the log is redacted with the change it belongs to")
    rows = AuditLog.objects.filter(
        Q(entity_type="customer", entity_id__in=customer_ids)
        | Q(trip_id__in=trip_ids)
        | Q(entity_type="message", entity_id__in=message_ids)
        | Q(entity_type="gift_card", entity_id__in=gift_card_ids)
    )
    for kind, ids in (others or {}).items():
        rows = rows | AuditLog.objects.filter(entity_type=kind, entity_id__in=ids)
    changed = [row for row in rows.iterator(chunk_size=_BATCH) if _redact(row)]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL outfitter.redacting = 'on'")
        for begin in range(0, len(changed), _BATCH):
            cursor.execute(_WRITE, [_as_text(changed[begin : begin + _BATCH])])
        cursor.execute("SET LOCAL outfitter.redacting = 'off'")
    return len(changed)


def _as_text(rows: Iterable[AuditLog]) -> str:
    return json.dumps(
        [
            {
                "id": row.pk,
                "before": row.before,
                "after": row.after,
                "reason": row.reason,
                "actor_name": row.actor_name,
                "ip": row.ip,
                "user_agent": row.user_agent,
            }
            for row in rows
        ]
    )


def _redact(row: AuditLog) -> bool:
    was = (row.before, row.after, row.reason, row.actor_name, row.ip, row.user_agent)
    row.before, row.after = _clean(row.before), _clean(row.after)
    if row.reason:
        row.reason = REMOVED
    if row.actor_type in _THEMSELVES:
        row.actor_name, row.ip, row.user_agent = "", None, ""
    return was != (row.before, row.after, row.reason, row.actor_name, row.ip, row.user_agent)


def _clean(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: REMOVED if _PERSONAL.match(name) and content else _clean(content)
            for name, content in value.items()
        }
    if isinstance(value, list):
        return [_clean(one) for one in value]
    return value
