"""Automations and planned messages as the routes answer them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from outfitter_tenants.crm.automations.trip_facts import step_of
from outfitter_tenants.messaging.automations import AutomationRow, SettingsRow
from outfitter_tenants.messaging.text_messages import can_text

if TYPE_CHECKING:
    from outfitter_tenants.messaging.models import Message
    from outfitter_tenants.trips.queries import TripBrief


def automation(
    row: AutomationRow, *, planned_cnt: int, experience_id: int | None, replaced: frozenset[str]
) -> dict[str, Any]:
    """Return one automation, seen from an experience where one is asked for."""
    is_inherited = experience_id is not None and row.experience_id is None
    return {
        "id": row.id,
        "slug": row.slug,
        "version": row.version,
        "trigger": row.trigger,
        "offset_minutes": row.offset_minutes,
        "position": row.position,
        "is_on": row.is_on,
        "stop_if": list(row.stop_if),
        "experience_id": row.experience_id,
        "template": {
            "id": row.template_id,
            "name": row.template_name,
            "slug": row.template_slug,
            "category": row.category,
            "channel": row.channel,
            "is_active": row.is_template_on,
        },
        "planned_cnt": planned_cnt,
        "is_inherited": is_inherited,
        "is_replaced": is_inherited and row.trigger in replaced,
    }


def automations(
    rows: Sequence[AutomationRow], *, counts: Mapping[int, int], experience_id: int | None
) -> dict[str, Any]:
    """Return an operator's automations: the general ones, or those of an experience with them."""
    open_rows = [row for row in rows if row.archived_at is None]
    own = [row for row in open_rows if row.experience_id is not None]
    mine = [row for row in own if row.experience_id == experience_id]
    replaced = frozenset(step_of(row).trigger for row in mine)
    shown = [row for row in open_rows if row.experience_id in {None, experience_id}]
    return {
        "data": [
            automation(row, planned_cnt=counts.get(row.id, 0), experience_id=experience_id, replaced=replaced)
            for row in shown
        ],
        "meta": {"is_paused": rows[0].is_paused, "can_text": can_text()},
    }


def planned_message(
    row: "Message", *, names: Mapping[int, tuple[str, str]], trips: "Mapping[int, TripBrief]"
) -> dict[str, Any]:
    """Return a message that goes by itself, with its trip."""
    trigger, template_name = names.get(row.automation_id or 0, ("", ""))
    own = ("id", "status", "reason", "channel", "category", "to", "scheduled_at", "sent_at", "automation_id")
    return {
        **{name: getattr(row, name) for name in own},
        "trigger": trigger,
        "template_name": template_name,
        "trip": trips.get(row.trip_id or 0),
    }


def settings(row: SettingsRow) -> dict[str, Any]:
    """Return how an operator writes."""
    nights = {name: getattr(row, name).isoformat("minutes") for name in ("quiet_from", "quiet_until")}
    return {**{name: getattr(row, name) for name in SettingsRow.__slots__}, **nights, "can_text": can_text()}
