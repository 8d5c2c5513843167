"""What guests answered to the questions that the manifest shows, in two statements."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from outfitter_tenants.backoffice.manifests.serializers import Answers
from outfitter_tenants.fields import queries as fields

# What a measure is counted in (fields.answers).
_UNITS: Final = {"height": " cm", "weight": " kg"}


def answers_of(orders: Sequence[Any], *, is_personal_shown: bool) -> Answers:
    """Return the answers about these orders, their trips and guests, in the questions' order."""
    shown = {
        row.id: row
        for row in fields.list_fields()
        if row.show_on_manifest and (is_personal_shown or not row.is_pii)
    }
    about = {
        "trip": {order.trip_id for order in orders},
        "trip_order": {order.pk for order in orders},
        "booking": {row.pk for order in orders for row in order.live_bookings},
    }
    rows = [row for row in fields.answers(about=about) if row.field_id in shown]
    places = {field_id: place for place, field_id in enumerate(shown)}
    found: dict[tuple[str, int], list[dict[str, str]]] = defaultdict(list)
    for row in sorted(rows, key=lambda one: places[one.field_id]):
        field = shown[row.field_id]
        text = _text(row.value, _UNITS.get(field.kind, ""))
        if text:
            found[row.scope, row.target_id].append({"label": field.label or field.name, "value": text})
    return found


def _text(value: Any, unit: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "\u2713" if value else "\u2013"
    if isinstance(value, dict):
        return str(value.get("name", ""))
    if isinstance(value, list):
        return ", ".join(str(one) for one in value)
    return f"{value}{unit}"
