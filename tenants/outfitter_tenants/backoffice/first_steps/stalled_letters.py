"""Once a day: owners of a business that does not get on are told what is next (domain.md 6.4)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from outfitter.accounts import queries as accounts
from outfitter.db.tenant_schema import current_schema
from outfitter.onboarding import mails
from outfitter_tenants.backoffice.setup_tasks import setup_tasks
from outfitter_tenants.people import recipients
from outfitter_tenants.security import session

# The steps that lead from one stage to the next: letters are about the first of them that is open.
WRITTEN_ABOUT: Final = frozenset(
    ("business", "experience", "prices", "availability", "payments", "booking", "widget")
)


def daily(state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """Plan today's letters of the operator we work for."""
    account = accounts.find_account(schema_name=current_schema())
    if account is None or account.status != "onboarding" or account.is_demo:
        return None
    tasks = setup_tasks(account=account, at=at)
    open_steps = [one["slug"] for one in tasks if not one["is_done"] and one["slug"] in WRITTEN_ABOUT]
    if open_steps:
        people = recipients.staff_who_may(session.AGREES)
        owners = [one.user_id for one in people if one.user_id is not None and not one.is_email_suppressed]
        mails.plan(account=account, owner_ids=owners, slug=open_steps[0], at=at)
    return None
