"""How far an operator has come, from what is really there (domain.md 6.4)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from outfitter.accounts import queries as accounts
from outfitter.accounts import state_changes
from outfitter.accounts.models import STAGES
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.onboarding import operations as first_weeks
from outfitter.onboarding import referrals
from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.audit import operations as audit
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.backoffice.setup_tasks import setup_tasks
from outfitter_tenants.trips.milestones import Milestones, milestones

NAME: Final = "account_stage"
# The step of set-up that completes a stage; `tested`, `live` and `activated` look at trips.
_STEPS: Final[Mapping[str, tuple[str, ...]]] = {
    "profile": ("business",),
    "catalog": ("experience", "prices"),
    "schedule": ("availability",),
    "payments": ("payments",),
    "installed": ("widget",),
}


def reached(done: Mapping[str, bool], sold: Milestones) -> str:
    """
    Return the highest stage of which everything before is there.

    A real booking that stands makes an operator live whatever is left to do: many sell on the
    phone long before the widget is on their site.
    """
    if sold.sold_at is not None:
        return "activated" if sold.is_activated else "live"
    stage = STAGES[0]
    for one in STAGES[1:-2]:
        is_there = sold.is_tested if one == "tested" else all(done[s] for s in _STEPS[one])
        if not is_there:
            break
        stage = one
    return stage


def review(*, at: datetime) -> str:
    """
    Bring stage and state of the operator we work for up to date; returns the stage.

    A stage tells who runs the platform and had it looked at; whatever else finds it, it came by itself.
    """
    account = accounts.find_account(schema_name=current_schema())
    assert account is not None  # noqa: S101  (we work in its schema)
    tasks = setup_tasks(account=account, at=at)
    done = {step["slug"]: step["is_done"] for step in tasks}
    fresh = [
        one["slug"] for one in tasks if one["is_done"] and not one["is_skipped"] and one["done_at"] is None
    ]
    first_weeks.note_done(account_id=account.pk, slugs=fresh, at=at)
    sold = milestones(opened_at=account.created_at)
    stage = reached(done, sold)
    state_changes.enter_stage(account_id=account.pk, stage=stage, at=at, actor=_of_platform())
    if sold.sold_at is not None and account.status == "onboarding":
        _go_live(account.pk, sold.sold_at)
    return stage


def _of_platform() -> str:
    who = current_actor()
    return who.name if who.type == "support" else ""


def _go_live(account_id: int, at: datetime) -> None:
    with atomic():
        try:
            change = state_changes.change_state(
                account_id=account_id, change="go_live", actor="first booking", at=at
            )
        except state_changes.StateRefused:
            return  # two of us looked at the same time
        referrals.reward(referred_id=account_id, at=at)
        audit.record(
            entity_type="account",
            entity_id=account_id,
            action="account.went_live",
            at=at,
            before={"status": change.before},
            after={"status": change.after},
        )


def is_before_live() -> bool:
    """Return whether a booking may be the operator's first: asked at every sale, so nearly free."""
    return accounts.status_here() == "onboarding"


def on_progress(ctx: TenantContext, event: Event) -> None:
    """Something happened that may be a step: a booking made or deleted, an experience changed."""
    review(at=utc_now())


def daily(state: Mapping[str, Any], at: datetime) -> dict[str, Any] | None:
    """Look once a day, for everything that tells nobody: a widget seen, a step done."""
    review(at=at)
    return None
