"""The steps that lead a new operator to the first booking (domain.md 6.3)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from outfitter.accounts import business_profile
from outfitter.db.statements import Bundle
from outfitter.db.tenant_schema import current_schema
from outfitter.features import switches
from outfitter.kit.errors import NotFound
from outfitter.onboarding import queries as first_weeks
from outfitter.plugins.payments.providers import takes_cards
from outfitter_tenants.audit import operations as audit
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.channels.queries import connections
from outfitter_tenants.embeds import queries as embeds
from outfitter_tenants.messaging import template_queries
from outfitter_tenants.people import onboarding
from outfitter_tenants.pricing import queries as pricing
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.transfer import queries as transfer
from outfitter_tenants.trips import milestones
from outfitter_tenants.waivers.queries import templates as waivers

# What all steps ask of the apps that own the rows: every screen of an operator who is still beginning
# asks it, so it is one statement.
_ASKED: Final = Bundle(
    business=business_profile.SAID,
    said=onboarding.SAID,
    members=onboarding.TWO_MEMBERS,
    first_times=first_weeks.FIRST_TIMES,
    experiences=catalog.BEGUN,
    address=catalog.ANY_ADDRESS,
    timeslot=scheduling.ANY_FUTURE_TIMESLOT,
    tax=pricing.ANY_TAX,
    policy=pricing.ANY_POLICY,
    tried=milestones.ANY_TRIED,
    installation=embeds.ANY_INSTALLATION,
    confirmation=template_queries.ANY_CHECKED_CONFIRMATION,
    waiver=waivers.ANY_TEMPLATE,
    partner=resellers.ANY_PARTNER,
    connection=connections.ANY_CONNECTION,
    imported=transfer.ANY_IMPORT,
)


class _Facts:
    """What the steps ask about, read once."""

    def __init__(self, account: Any, at: datetime) -> None:
        self._found = _ASKED.read(account_id=account.pk, at=at)
        # Not the account's own: a process remembers that for seconds, and who just saved looks at once.
        [(self.business,)] = self._found["business"]
        [(self.logo_url, self.phone, skipped)] = self._found["said"]
        self.skipped = frozenset(skipped)
        self.first_times: Mapping[str, datetime] = dict(self._found["first_times"])

    def has(self, name: str) -> bool:
        """Return whether there is any row of that part."""
        return bool(self._found[name])

    def is_live(self) -> bool:
        """Return whether an experience is on sale."""
        return any(status == "live" for _, status, _ in self._found["experiences"])

    def has_prices(self) -> bool:
        """Return whether anything costs something."""
        return any(is_priced for _, _, is_priced in self._found["experiences"])

    def has_team(self) -> bool:
        """Return whether anybody but the owner works here."""
        return len(self._found["members"]) > 1

    def path(self, part: str) -> str:
        """Return the address of a form of the experience to go on with, or of a new one."""
        begun = [
            (status != "live", place, pk) for place, (pk, status, _) in enumerate(self._found["experiences"])
        ]
        if not begun:
            return "/setup/experience/new"
        return f"/setup/experience/{min(begun)[2]}/{part}"


@dataclass(frozen=True, slots=True)
class _Step:
    """
    `path` is where the step is done: an address of the back office, or the part of an experience's.

    `feature` is what it needs to be there, "" for nothing that can be switched off.
    """

    slug: str
    is_required: bool
    route: str
    path: str
    is_done: Callable[[_Facts], bool]
    feature: str = ""

    def url(self, facts: _Facts) -> str:
        return self.path if self.path.startswith("/") else facts.path(self.path)


def _has(*names: str) -> Callable[[_Facts], bool]:
    return lambda facts: any(facts.has(name) for name in names)


def _has_profile(facts: _Facts) -> bool:
    # The number guests are given is the one that the form of the step asks for.
    return bool((facts.phone or facts.business.get("phone")) and facts.business.get("address"))


# In the order in which they lead to a first booking.
STEPS: Final = (
    _Step("business", True, "general", "/setup/general/business", _has_profile),
    _Step("location", True, "general", "/setup/general/locations", _has("address")),
    _Step("experience", True, "experienceNew", "summary", _Facts.is_live),
    _Step("prices", True, "experiences", "edit/guests", _Facts.has_prices),
    _Step("availability", True, "experiences", "availability", _has("timeslot")),
    _Step("taxes", True, "general", "/setup/general/taxes", _has("tax")),
    _Step("cancellation", True, "general", "/setup/general/cancellation", _has("policy")),
    _Step(
        "payments", True, "plugins", "/setup/payments", lambda _: takes_cards(schema_name=current_schema())
    ),
    _Step("booking", True, "experiences", "/trip/new", _has("tried")),
    _Step("widget", True, "embedCodes", "/setup/embedCodes", _has("installation")),
    _Step("template", True, "crmSettings", "/setup/crm/settings/templates", _has("confirmation")),
    _Step("brand", True, "general", "/setup/general/brand", lambda facts: facts.logo_url is not None),
    _Step("team", True, "team", "/setup/team", _Facts.has_team),
    _Step("waiver", False, "waiverTemplates", "/setup/waivers", _has("waiver")),
    _Step("partner", False, "channels", "/resellers", _has("partner", "connection")),
    _Step("import", False, "importer", "/setup/tools/importer", _has("imported"), "imports"),
)
SLUGS: Final = tuple(step.slug for step in STEPS)


def setup_tasks(*, account: Any, at: datetime) -> list[dict[str, Any]]:
    """
    Return each step with whether it is done, computed from what is really there.

    `url` leads to the form that does it, `route` names its screen; `done_at` is when it was first found
    done. A step the operator said does not apply counts as done; one that leads to what is switched
    off is left out.
    """
    facts = _Facts(account, at)
    return [
        {
            "slug": step.slug,
            "is_required": step.is_required,
            "is_skipped": step.slug in facts.skipped,
            "is_done": step.slug in facts.skipped or step.is_done(facts),
            "route": step.route,
            "url": step.url(facts),
            "done_at": facts.first_times.get(step.slug),
        }
        for step in STEPS
        if not step.feature or switches.is_enabled(account_id=account.pk, feature=step.feature)
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
