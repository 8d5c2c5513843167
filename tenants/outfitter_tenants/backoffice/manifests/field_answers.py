"""What guests answered to the questions that the manifest shows."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final

from outfitter_tenants.backoffice.manifests.serializers import Answers
from outfitter_tenants.fields import queries as fields

# What a measure is counted in (fields.answers).
_UNITS: Final = {"height": " cm", "weight": " kg"}


def shown_fields(*, is_personal_shown: bool) -> dict[int, fields.FieldRow]:
    """Return the questions that the manifest shows by id, in their order."""
    return {
        row.id: row
        for row in fields.list_fields()
        if row.show_on_manifest and (is_personal_shown or not row.is_pii)
    }


def answers_shown(rows: Iterable[fields.ValueRow], shown: Mapping[int, fields.FieldRow]) -> Answers:
    """Return answers to these questions by what they are about, in the questions' order."""
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
