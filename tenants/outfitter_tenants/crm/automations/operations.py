"""Writes of automations: what people change, and what follows from that."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, time
from typing import Any, Final
from urllib.parse import urlsplit

from outfitter.db.lists import ListReader
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.crm.automations import job
from outfitter_tenants.crm.automations.rules.categories import CATEGORIES, STOPS
from outfitter_tenants.messaging import automations as kept
from outfitter_tenants.messaging import message_plan, planned_dispatch
from outfitter_tenants.messaging.automations import AutomationRow, AutomationValues, SettingsRow

_FACTS: Final = ("template_id", "trigger", "offset_minutes", "position", "is_on", "stop_if", "experience_id")


class ShippedAutomation(DomainError):
    """An automation that ships can be switched off, not taken away or made into another."""

    code = "is_system"
    status = 409


def save(
    values: AutomationValues,
    *,
    automation_id: int | None,
    version: int | None,
    reader: ListReader,
    name: str,
    at: datetime,
) -> int:
    """
    Make an automation or change one; what it has planned follows in a job. Returns its id.

    :raises AutomationNotFound: there is none of this id
    :raises StaleVersion: somebody changed it since `version`
    :raises Invalid: the template or the experience is not there, or does not go with the trigger
    :raises ShippedAutomation: one that ships would get another trigger or an experience
    :raises TooMany: the caller has too much long work going on
    """
    before = kept.get_automation(automation_id=automation_id) if automation_id is not None else None
    _check(values, before)
    with atomic():
        if before is None:
            automation_id = kept.make(values, at=at)
        else:
            automation_id = before.id
            kept.change(values, automation_id=before.id, version=version, at=at)
        _record("automation.changed" if before else "automation.created", automation_id, before, values, at)
        _replan(automation_id, values.trigger, _scope(before, values), reader, name, at)
        if before is not None and before.trigger != values.trigger:
            _replan(automation_id, before.trigger, None, reader, name, at)
    return automation_id


def _scope(before: AutomationRow | None, values: AutomationValues) -> int | None:
    """Return the one experience that a change concerns; None for all of them."""
    if before is not None and before.experience_id != values.experience_id:
        return None
    return values.experience_id


def _replan(
    automation_id: int, trigger: str, experience_id: int | None, reader: ListReader, name: str, at: datetime
) -> None:
    job.start(
        trigger=trigger,
        automation_id=automation_id,
        experience_id=experience_id,
        reader=reader,
        name=name,
        at=at,
    )


def _check(values: AutomationValues, before: AutomationRow | None) -> None:
    category = kept.template_category(template_id=values.template_id)
    if category is None:
        raise Invalid({"template_id": ["Choose a template."]})
    is_known_pair = before is not None and (before.trigger, before.category) == (values.trigger, category)
    if category not in CATEGORIES[values.trigger] and not is_known_pair:
        raise Invalid({"template_id": ["This template can't be used with this trigger."]})
    if (
        values.experience_id is not None
        and catalog.find_experience(experience_id=values.experience_id) is None
    ):
        raise Invalid({"experience_id": ["Choose an experience."]})
    is_shipped = before is not None and before.slug is not None
    is_another = before is not None and values.trigger != before.trigger
    if is_shipped and (is_another or values.experience_id is not None):
        raise ShippedAutomation("This automation's trigger can't be changed. Create a new one instead.")


def reorder(*, ids: Sequence[int], trigger: str, experience_id: int | None, at: datetime) -> None:
    """
    Put automations of a trigger into this order: what is planned from now on for one moment goes in it.

    :raises AutomationNotFound: one of them is none, is of another trigger or of another experience
    """
    with atomic():
        if kept.reorder(ids=ids, trigger=trigger, experience_id=experience_id, at=at):
            record(
                entity_type="automation",
                entity_id=0,
                action="automation.reordered",
                at=at,
                after={"trigger": trigger, "experience_id": experience_id, "ids": list(ids)},
            )


def archive(*, automation_id: int, version: int | None, reader: ListReader, name: str, at: datetime) -> None:
    """
    Put an automation away; what it has planned is canceled by a job. Twice is no error.

    :raises AutomationNotFound: there is none
    :raises StaleVersion: somebody changed it since `version`
    :raises ShippedAutomation: it ships with the product
    :raises TooMany: the caller has too much long work going on
    """
    row = kept.get_automation(automation_id=automation_id)
    if row.slug is not None:
        raise ShippedAutomation("This automation can be turned off, but not removed.")
    if row.archived_at is not None:
        return
    with atomic():
        kept.archive(automation_id=automation_id, version=version, at=at)
        record(entity_type="automation", entity_id=automation_id, action="automation.archived", at=at)
        _replan(automation_id, row.trigger, row.experience_id, reader, name, at)


def _record(
    action: str, automation_id: int, before: AutomationRow | None, values: AutomationValues, at: datetime
) -> None:
    after = {**asdict(values), "stop_if": list(values.stop_if)}
    was = {one: getattr(before, one) for one in _FACTS} if before else {}
    if was:
        was["stop_if"] = list(was["stop_if"])
    record(
        entity_type="automation",
        entity_id=automation_id,
        action=action,
        at=at,
        before={one: was[one] for one in was if was[one] != after[one]} or None,
        after={one: after[one] for one in after if not was or was[one] != after[one]},
    )


def default_stops(trigger: str) -> tuple[str, ...]:
    """Return what ends messages of a trigger unless people say otherwise."""
    return STOPS[trigger]


def pause(*, is_paused: bool, at: datetime) -> tuple[SettingsRow, int]:
    """
    Let nothing go by itself, or everything again. What waited too long meanwhile is skipped.

    Returns the settings and how many were skipped. Twice is no error.
    """
    with atomic():
        now = kept.get_settings()
        if now.is_paused == is_paused:
            return now, 0
        kept.write_settings({"is_paused": is_paused, "paused_at": at if is_paused else None}, version=None)
        skipped = 0 if is_paused else message_plan.skip_expired(at=at)
        record(
            entity_type="messaging_settings",
            entity_id=1,
            action="messages.paused" if is_paused else "messages.resumed",
            at=at,
            after={"skipped_cnt": skipped},
        )
        planned_dispatch.rearm(at=at)
    return kept.get_settings(), skipped


def save_settings(
    *,
    quiet_from: time | None,
    quiet_until: time | None,
    links: dict[str, str],
    version: int | None,
    at: datetime,
) -> SettingsRow:
    """
    Change how an operator writes; None and what `links` leaves out stay.

    :raises StaleVersion: somebody changed them since `version`
    :raises Invalid: a link leads elsewhere than to where reviews are written
    """
    values: dict[str, Any] = {name: _review_link(name, address) for name, address in links.items()}
    nights = {"quiet_from": quiet_from, "quiet_until": quiet_until}
    values |= {name: value for name, value in nights.items() if value is not None}
    with atomic():
        before = asdict(kept.write_settings(values, version=version))
        changed = {name: value for name, value in values.items() if before[name] != value}
        if changed:
            record(
                entity_type="messaging_settings",
                entity_id=1,
                action="messaging_settings.changed",
                at=at,
                before={name: str(before[name]) for name in changed},
                after={name: str(value) for name, value in changed.items()},
            )
    return kept.get_settings()


def _review_link(name: str, address: str) -> str:
    if address and not (address.startswith("https://") and urlsplit(address).hostname):
        raise Invalid({name: ["Enter the link to your page there, starting with https://."]})
    return address
