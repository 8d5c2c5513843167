"""Answers that are known to fit, several at once: what a channel says of a trip it sells."""

from collections.abc import Sequence
from datetime import datetime

from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.custom_field_answers.operations import HIDDEN
from outfitter_tenants.fields import operations as fields
from outfitter_tenants.fields import queries as questions


def keep_answers(*, trip_id: int, given: Sequence[fields.GivenAnswer], at: datetime) -> None:
    """
    Keep answers about parts of a trip, in the caller's transaction; the log has what has changed.

    Without any answer this is no statement, else three: one reads what there was.
    """
    if not given:
        return
    about: dict[str, set[int]] = {}
    for one in given:
        about.setdefault(one.field.scope, set()).add(one.target_id)
    known = {(row.field_id, row.target_id): row.value for row in questions.answers(about=about)}
    new = [one for one in given if known.get((one.field.id, one.target_id)) != one.value]
    if not new:
        return
    fields.answer_all(new, by=None, at=at)
    record(
        entity_type="trip",
        entity_id=trip_id,
        trip_id=trip_id,
        action="trip.field_answered",
        at=at,
        before={one.field.label: _logged(one, known.get((one.field.id, one.target_id))) for one in new},
        after={one.field.label: _logged(one, one.value) for one in new},
    )


def _logged(one: fields.GivenAnswer, value: object) -> object:
    return value and HIDDEN if one.field.is_health or one.field.is_pii else value
