"""What follows from a template that goes by other ways, for other trips, or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from outfitter.db.lists import ListReader
from outfitter.db.locks import atomic
from outfitter_tenants.crm.automations import job, trip_facts
from outfitter_tenants.crm.automations.rules.types import Step
from outfitter_tenants.messaging import automations as kept


@contextmanager
def replanned(*, template_id: int | None, reader: ListReader, name: str, at: datetime) -> Iterator[None]:
    """
    Plan anew, in jobs, what a template's automations send, where the change inside concerns that.

    Other words change nothing: they are written when a message goes.

    :raises TooMany: the caller has too much long work going on; the change is undone
    """
    if template_id is None:
        yield
        return
    with atomic():
        before = _steps(template_id)
        yield
        for step in _steps(template_id) if before else ():
            if _plans(step) not in {_plans(one) for one in before}:
                job.start(
                    trigger=step.trigger,
                    automation_id=step.id,
                    experience_id=step.experience_id,
                    reader=reader,
                    name=name,
                    at=at,
                )


def _steps(template_id: int) -> list[Step]:
    return [trip_facts.step_of(row) for row in kept.list_of_template(template_id=template_id)]


def _plans(step: Step) -> tuple[object, ...]:
    """Return what of an automation's template decides what is planned."""
    scope = (step.experience_ids, step.trip_methods)
    return (step.id, step.category, step.channel, step.is_template_on, *scope)
