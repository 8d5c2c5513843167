"""The steps that lead a new operator to the first booking (domain.md 6.3)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import NotFound
from outfitter.plugins.payments.providers import NoPaymentProvider, payment_provider
from outfitter_tenants.audit import operations as audit
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.embeds import queries as embeds
from outfitter_tenants.people import onboarding
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the steps ask about, read once."""

    account: Any
    properties: people.PropertiesRow
    experiences: list[catalog.ExperienceRow]
    at: datetime


@dataclass(frozen=True, slots=True)
class _Step:
    slug: str
    is_required: bool
    route: str
    is_done: Callable[[_Facts], bool]


def _has_profile(facts: _Facts) -> bool:
    business = facts.account.business
    return bool(business.get("phone") and business.get("address"))


def _has_brand(facts: _Facts) -> bool:
    return facts.properties.logo_url is not None


def _is_live(facts: _Facts) -> bool:
    return any(experience.status == "live" for experience in facts.experiences)


def _has_prices(facts: _Facts) -> bool:
    return any(kind.base_price > 0 for experience in facts.experiences for kind in experience.customer_types)


def _has_times(facts: _Facts) -> bool:
    return scheduling.has_future_timeslot(at=facts.at)


def _takes_payments(facts: _Facts) -> bool:
    try:
        payment_provider(schema_name=current_schema())
    except NoPaymentProvider:
        return False
    return True


def _is_installed(facts: _Facts) -> bool:
    return embeds.is_installed()


def _has_sold(facts: _Facts) -> bool:
    return scheduling.has_sale()


def _has_team(facts: _Facts) -> bool:
    return onboarding.count_members() > 1


# In the order in which they lead to a first booking; later features add theirs.
STEPS: Final = (
    _Step("experience", True, "experienceNew", _is_live),
    _Step("prices", True, "experiences", _has_prices),
    _Step("availability", True, "experiences", _has_times),
    _Step("payments", True, "plugins", _takes_payments),
    _Step("booking", True, "experiences", _has_sold),
    _Step("widget", True, "embedCodes", _is_installed),
    _Step("business", False, "general", _has_profile),
    _Step("brand", False, "general", _has_brand),
    _Step("team", False, "team", _has_team),
)


def setup_tasks(*, account: Any, at: datetime) -> list[dict[str, Any]]:
    """
    Return each step with whether it is done, computed from what is really there.

    `route` is the name of the screen that does it. A step the operator said does not apply counts
    as done.
    """
    skipped = onboarding.skipped_setup_tasks()
    facts = _Facts(account, people.get_properties(), catalog.list_all(), at)
    return [
        {
            "slug": step.slug,
            "is_required": step.is_required,
            "is_skipped": step.slug in skipped,
            "is_done": step.slug in skipped or step.is_done(facts),
            "route": step.route,
        }
        for step in STEPS
    ]


def set_skipped(*, slug: str, is_skipped: bool, at: datetime) -> None:
    """
    Say that a step does not apply at this operator, or that it does after all.

    :raises NotFound: there is no such step
    """
    if slug not in {step.slug for step in STEPS}:
        raise NotFound("Step not found.")
    with transaction.atomic():
        onboarding.skip_setup_task(slug=slug, is_skipped=is_skipped)
        audit.record(
            entity_type="properties",
            entity_id=1,
            action="setup_task.skipped" if is_skipped else "setup_task.unskipped",
            at=at,
            after={"slug": slug},
        )
