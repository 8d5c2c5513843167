"""The steps that lead a new operator to the first booking (domain.md 6.3)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import NotFound
from outfitter.onboarding import queries as first_weeks
from outfitter.plugins.payments.providers import NoPaymentProvider, payment_provider
from outfitter_tenants.audit import operations as audit
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.channels.queries import connections
from outfitter_tenants.embeds import queries as embeds
from outfitter_tenants.messaging import template_queries
from outfitter_tenants.people import onboarding
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing import queries as pricing
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.transfer import queries as transfer
from outfitter_tenants.trips import milestones
from outfitter_tenants.waivers.queries import templates as waivers


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the steps ask about, read once; `experiences` are those that are not archived."""

    account: Any
    properties: people.PropertiesRow
    experiences: list[catalog.ExperienceRow]
    at: datetime

    def path(self, part: str) -> str:
        """Return the address of a form of the experience to go on with, or of a new one."""
        live = [one for one in self.experiences if one.status == "live"]
        found = next(iter(live or self.experiences), None)
        return "/setup/experience/new" if found is None else f"/setup/experience/{found.id}/{part}"


@dataclass(frozen=True, slots=True)
class _Step:
    """`path` is where the step is done: an address of the back office, or the part of an experience's."""

    slug: str
    is_required: bool
    route: str
    path: str
    is_done: Callable[[_Facts], bool]

    def url(self, facts: _Facts) -> str:
        return self.path if self.path.startswith("/") else facts.path(self.path)


def _has_profile(facts: _Facts) -> bool:
    business = facts.account.business
    return bool(business.get("phone") and business.get("address"))


def _has_brand(facts: _Facts) -> bool:
    return facts.properties.logo_url is not None


def _has_location(facts: _Facts) -> bool:
    return any(place.address for place in catalog.list_locations())


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


def _has_team(facts: _Facts) -> bool:
    return onboarding.count_members() > 1


def _has_partner(facts: _Facts) -> bool:
    return resellers.has_partner() or connections.has_connection()


# In the order in which they lead to a first booking.
STEPS: Final = (
    _Step("business", True, "general", "/setup/general/business", _has_profile),
    _Step("location", True, "general", "/setup/general/locations", _has_location),
    _Step("experience", True, "experienceNew", "summary", _is_live),
    _Step("prices", True, "experiences", "edit/guests", _has_prices),
    _Step("availability", True, "experiences", "availability", _has_times),
    _Step("taxes", True, "general", "/setup/general/taxes", lambda _: pricing.has_tax()),
    _Step("cancellation", True, "general", "/setup/general/cancellation", lambda _: pricing.has_policy()),
    _Step("payments", True, "plugins", "/setup/payments", _takes_payments),
    _Step("booking", True, "experiences", "/trip/new", lambda _: milestones.has_tried()),
    _Step("widget", True, "embedCodes", "/setup/embedCodes", lambda _: embeds.is_installed()),
    _Step(
        "template",
        True,
        "crmSettings",
        "/setup/crm/settings/templates",
        lambda _: template_queries.is_confirmation_checked(),
    ),
    _Step("brand", True, "general", "/setup/general/brand", _has_brand),
    _Step("team", True, "team", "/setup/team", _has_team),
    _Step("waiver", False, "waiverTemplates", "/setup/waivers", lambda _: waivers.has_template()),
    _Step("partner", False, "channels", "/resellers", _has_partner),
    _Step("import", False, "importer", "/setup/tools/importer", lambda _: transfer.has_import()),
)
SLUGS: Final = tuple(step.slug for step in STEPS)


def setup_tasks(*, account: Any, at: datetime) -> list[dict[str, Any]]:
    """
    Return each step with whether it is done, computed from what is really there.

    `url` leads to the form that does it, `route` names its screen; `done_at` is when it was first found
    done. A step the operator said does not apply counts as done.
    """
    skipped = onboarding.skipped_setup_tasks()
    living = [one for one in catalog.list_all() if one.status != "archived"]
    facts = _Facts(account, people.get_properties(), living, at)
    since: Mapping[str, datetime] = first_weeks.first_times(account_id=account.pk)
    return [
        {
            "slug": step.slug,
            "is_required": step.is_required,
            "is_skipped": step.slug in skipped,
            "is_done": step.slug in skipped or step.is_done(facts),
            "route": step.route,
            "url": step.url(facts),
            "done_at": since.get(step.slug),
        }
        for step in STEPS
    ]


def set_skipped(*, slug: str, is_skipped: bool, at: datetime) -> None:
    """
    Say that a step does not apply at this operator, or that it does after all.

    :raises NotFound: there is no such step
    """
    if slug not in SLUGS:
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
