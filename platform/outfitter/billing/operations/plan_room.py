"""One more of what a plan limits is added, or refused (domain.md 6.6)."""

from collections.abc import Callable
from typing import Final

from outfitter.accounts import queries as accounts
from outfitter.billing.queries import billed_accounts
from outfitter.billing.rules.plan_limits import LimitName
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError

_ALL_USED: Final[dict[LimitName, str]] = {
    "users": "Your plan includes {limit} people, and all are taken.",
    "locations": "Your plan includes {limit} locations, and all are used.",
    "channels": "Your plan includes {limit} channels, and all are used.",
}


class PlanLimitReached(DomainError):
    """The plan includes no more of it."""

    code = "plan_limit_reached"
    status = 409


def ensure_room(name: LimitName, *, count: Callable[[], int]) -> None:
    """
    Make sure that the operator's plan has room for one more; in the transaction that adds it.

    `count` is asked under the customer's lock, so that of two who add the last one, one is refused.
    Without a plan, and without that limit, nothing is asked. What is there already stays.

    :raises PlanLimitReached: all that the plan includes is used
    """
    if not accounts.is_billed_here():
        return
    account = accounts.find_account(schema_name=current_schema())
    subscription = None if account is None else billed_accounts.find_subscription(account_id=account.pk)
    limit = None if subscription is None else subscription.plan_version.limits.get(name)
    if account is None or limit is None:
        return
    billed_accounts.lock_customer(account_id=account.pk)
    used = count()
    if used >= limit:
        said = _ALL_USED[name].format(limit=limit)
        raise PlanLimitReached(
            f"{said} An owner can choose a bigger plan under Plan & billing.",
            limit=limit,
            used=used,
            limit_name=name,
        )
