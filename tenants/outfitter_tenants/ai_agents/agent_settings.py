"""The one switch of all AI agents, and their limits."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.kit.errors import Forbidden, Invalid, StaleVersion
from outfitter_tenants.ai_agents.models import AgentSettings
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.sale_terms import contacts
from outfitter_tenants.people import queries as people

_ONE = 1
_NAMES = (
    *("is_on", "is_visitors_on", "can_create", "max_pax", "links_a_day"),
    *("handoff_number", "hours", "policies"),
)


class AgentsOff(Forbidden):
    """The operator has stopped all AI agents, or has never let them in."""

    code = "agents_off"


@dataclass(frozen=True, slots=True)
class AgentLimits:
    """What agents may do; see the model."""

    is_on: bool
    is_visitors_on: bool
    can_create: bool
    max_pax: int
    links_a_day: int
    handoff_number: str
    hours: str
    policies: Mapping[str, str]
    version: int = 1


def get_limits() -> AgentLimits:
    """Return what agents may do here."""
    return _limits(AgentSettings.objects.filter(pk=_ONE).first() or AgentSettings(pk=_ONE))


def are_visitors_in() -> bool:
    """Return whether assistants of visitors find tools here."""
    found = get_limits()
    return found.is_on and found.is_visitors_on


def require_on() -> AgentLimits:
    """
    Return what agents may do.

    :raises AgentsOff: nothing
    """
    found = get_limits()
    if not found.is_on:
        raise AgentsOff("AI agents are switched off here.")
    return found


def save(*, wanted: AgentLimits, version: int, at: datetime) -> AgentLimits:
    """
    Change what agents may do, the switch included.

    :raises StaleVersion: somebody changed it since
    :raises Invalid: the number to hand over to is none
    """
    number = contacts.clean_phone(
        wanted.handoff_number,
        region=contacts.region_of(people.get_properties().locale),
        name="handoff_number",
    )
    with atomic():
        AgentSettings.objects.get_or_create(pk=_ONE)
        row = AgentSettings.objects.select_for_update().get(pk=_ONE)
        if row.version != version:
            raise StaleVersion("Someone changed this in the meantime.", version=row.version)
        before = _facts(row)
        row.is_on, row.is_visitors_on = wanted.is_on, wanted.is_visitors_on
        row.can_create, row.max_pax = wanted.can_create, wanted.max_pax
        row.links_a_day, row.handoff_number = wanted.links_a_day, number or ""
        row.hours = wanted.hours
        row.policies = {code: text for code, text in wanted.policies.items() if text.strip()}
        row.version += 1
        row.save()
        after = _facts(row)
        changed = {name for name in after if before[name] != after[name]}
        record(
            entity_type="agent_settings",
            entity_id=_ONE,
            action="agent_settings.changed",
            at=at,
            before={name: before[name] for name in sorted(changed)},
            after={name: after[name] for name in sorted(changed)},
        )
    return _limits(row)


def require_size(limits: AgentLimits, pax: int) -> None:
    """
    Refuse a party that is for a person.

    :raises Invalid: it is larger than agents may book
    """
    if pax > limits.max_pax:
        raise Invalid({"quantities": [f"At most {limits.max_pax} guests can be booked here."]})


def _facts(row: AgentSettings) -> dict[str, object]:
    return {name: getattr(row, name) for name in _NAMES}


def _limits(row: AgentSettings) -> AgentLimits:
    return AgentLimits(
        row.is_on,
        row.is_visitors_on,
        row.can_create,
        row.max_pax,
        row.links_a_day,
        row.handoff_number,
        row.hours,
        row.policies,
        row.version,
    )
