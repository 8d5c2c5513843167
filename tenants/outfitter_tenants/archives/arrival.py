"""What makes rows that came in an operator: sums that hold, a log that fits, people who are asked in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection

from outfitter.accounts import daily_jobs, state_changes
from outfitter.accounts.hosts import tenant_url
from outfitter.accounts.models import STAGES, Account
from outfitter_tenants.archives.archive_format import ArchiveRefused
from outfitter_tenants.audit import seals
from outfitter_tenants.audit.operations import record
from outfitter_tenants.people.operations import arrivals
from outfitter_tenants.scheduling.operations import availability_events, availability_rules
from outfitter_tenants.search import operations as search

REASON: Final = "Imported from an archive. Reopen when you have moved."
# States an account can have had where it comes from.
_FORMER: Final = ("onboarding", "live", "past_due")
_UNBALANCED: Final = """
SELECT posting_id FROM ledger_entry GROUP BY posting_id, currency HAVING sum(amount) <> 0 LIMIT 1
"""


@dataclass(frozen=True, slots=True)
class Invited:
    """An owner who was asked in: who accepts the link signs in with a login of their own."""

    email: str
    link: str


def check_sums() -> None:
    """
    Refuse rows that no operator can have: books that don't balance, a log that was changed.

    :raises ArchiveRefused: naming what is wrong
    """
    with connection.cursor() as cursor:
        cursor.execute(_UNBALANCED)
        wrong = cursor.fetchone()
    if wrong is not None:
        raise ArchiveRefused("The archive's books don't balance.", posting=wrong[0])
    verdict = seals.verify()
    if verdict.broken is not None:
        raise ArchiveRefused("The archive's audit log was changed.", reason=verdict.broken)


def settle(*, account: Account, archive: Mapping[str, object], at: datetime) -> Sequence[Invited]:
    """
    Close the operator until its owner opens it, write down where it comes from, ask its owners in.

    What goes by itself is planned anew by the operator's daily work.
    """
    former = archive.get("status")
    stage = archive.get("onboarding_stage")
    account.status = str(former) if former in _FORMER else "onboarding"
    account.onboarding_stage = str(stage) if stage in STAGES else STAGES[0]
    account.save(update_fields=["status", "onboarding_stage"])
    record(
        entity_type="account",
        entity_id=account.pk,
        action="account.imported",
        at=at,
        after={"from": str(archive.get("slug", ""))[:80], "slug": account.slug},
    )
    state_changes.change_state(account_id=account.pk, change="close", actor="platform", at=at, reason=REASON)
    account.refresh_from_db()
    search.rebuild()
    _plan_anew(at)
    return [
        Invited(one.email, tenant_url(account.slug, f"/invitation/{one.token}"))
        for one in arrivals.invite_owners(at=at)
    ]


def _plan_anew(at: datetime) -> None:
    """Have due what keeps an operator going: what was due where it comes from stayed there."""
    daily_jobs.schedule_steps(at=at)
    availability_rules.schedule_extension(at=at)
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(expires_at) FROM scheduling_hold WHERE status = 'active'")
        last = cursor.fetchone()[0]
    if last is not None:
        # Seats that carts held where it comes from come back.
        availability_events.sweep_at(max(last, at))
