"""The daily step of an operator's billing: months that end, what is not paid, plans that close."""

from collections.abc import Mapping
from datetime import datetime

from outfitter.accounts import queries as accounts
from outfitter.billing.operations import month_turns, referral_credits, reminders
from outfitter.billing.queries import billed_accounts
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.zones import local_day


def daily(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """Do what today asks for at the operator whose schema this is; may run twice."""
    account = accounts.find_account(schema_name=current_schema())
    if account is None or billed_accounts.find_customer(account_id=account.pk) is None:
        return None
    day = local_day(at, account.time_zone)
    if account.status == "closed":
        month_turns.close_out(account_id=account.pk, day=day, at=at)
    else:
        month_turns.turn_all(account_id=account.pk, day=day, at=at)
        referral_credits.give(account=account, at=at)
    reminders.remind(account_id=account.pk, day=day, at=at)
    return None
