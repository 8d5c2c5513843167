"""Questions of the operator's own and their answers, as callers see them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from outfitter_tenants.checkout.custom_field_answers.operations import CustomFieldQuestion
from outfitter_tenants.fields import queries as fields

# What strangers are asked; the rest is for staff.
PUBLIC = frozenset({"checkout", "after_booking"})


def answers(asked: Sequence[CustomFieldQuestion], *, is_staff: bool = True) -> list[dict[str, Any]]:
    """
    Return questions with their answers (domain.md 5.0, customFieldValues).

    Whoever opens a trip by its link sees that something about health was answered, not what.
    """
    return [answer(one, is_staff=is_staff) for one in asked if is_staff or one.field.ask_when in PUBLIC]


def answer(one: CustomFieldQuestion, *, is_staff: bool = True) -> dict[str, Any]:
    """Return one question with its answer."""
    found, field = one.answer, one.field
    is_shown = is_staff or not field.is_health
    return {
        "id": found.id if found else None,
        "key": one.about.key,
        "custom_field_id": field.id,
        "label": field.label,
        "help_text": field.help_text,
        "kind": field.kind,
        "options": field.options,
        "validation": field.validation,
        "ask_when": field.ask_when,
        "is_required": one.is_required,
        "is_asked": one.is_asked,
        "is_health": field.is_health,
        "show_on_manifest": field.show_on_manifest,
        "value": found.value if found and is_shown else None,
        "is_answered": found is not None,
        "answered_by": found.answered_by if found and is_staff else None,
        "answered_at": found.answered_at if found else None,
    }


def on_manifest(about: Mapping[str, Collection[int]]) -> dict[tuple[str, int], list[dict[str, Any]]]:
    """
    Return the answers that are printed on the manifest: (scope, id) -> label, value, is_health.

    `about` names what the manifest holds: scope (trip, trip_order, booking) -> ids. Two queries.
    """
    rows = fields.answers(about=about)
    known = fields.list_by_ids(ids={row.field_id for row in rows})
    shown: dict[tuple[str, int], list[tuple[int, dict[str, Any]]]] = {}
    for row in rows:
        field = known[row.field_id]
        if field.show_on_manifest:
            one = {"label": field.label, "value": row.value, "is_health": field.is_health}
            shown.setdefault((row.scope, row.target_id), []).append((field.position, one))
    return {
        key: [one for _place, one in sorted(every, key=lambda pair: pair[0])] for key, every in shown.items()
    }
