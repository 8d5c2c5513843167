"""From the platform's host to an operator's: tickets that work once."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from outfitter.accounts import hosts
from outfitter.accounts import operations as accounts
from outfitter.accounts.models import User
from outfitter.accounts.queries import AccountRow, list_accounts_of_user
from outfitter_signup import queries, rules
from outfitter_signup.errors import CodeExpired, NoAccount, SignupNotFound, WrongStep


@dataclass(frozen=True, slots=True)
class Ticket:
    """Where to go and what to show there; empty when an operator has to be chosen first."""

    redirect_url: str | None
    one_time_code: str | None
    accounts: list[AccountRow]


def by_token(*, token: str, at: datetime) -> Ticket:
    """
    Send the browser that signed up to its new operator.

    :raises SignupNotFound: no such sign-up
    :raises WrongStep: the operator is not ready
    :raises CodeExpired: it was ready a while ago; now the password is asked
    """
    with transaction.atomic():
        signup = queries.lock_signup(token=token)
        if signup.state not in {"ready", "consumed"}:
            raise WrongStep("Your account is not ready yet.", state=signup.state)
        if signup.changed_at < at - rules.SIGN_IN_WITHIN:
            raise CodeExpired("Please sign in with your password.")
        if signup.account is None or signup.user is None:
            raise SignupNotFound("This account is gone.")
        if signup.state == "ready":
            signup.state = "consumed"
            signup.save(update_fields=["state"])
        return _ticket(
            signup.user, signup.account.slug, signup.account.schema_name, at, accounts_found=[]
        )


def by_password(*, email: str, password: str, slug: str | None, at: datetime) -> Ticket:
    """
    Send somebody with a login to their operator, or tell which ones there are.

    :raises InvalidCredentials: the e-mail address or the password is wrong
    :raises NoAccount: the login belongs to no operator, or not to this one
    """
    user = accounts.authenticate(email=email, password=password)
    found = list_accounts_of_user(user_id=user.pk)
    chosen = [row for row in found if slug is None or row.slug == slug]
    if not chosen:
        raise NoAccount("This login does not belong to any business here.")
    if len(chosen) > 1:
        return Ticket(None, None, found)
    return _ticket(user, chosen[0].slug, chosen[0].schema_name, at, accounts_found=found)


def _ticket(
    user: User, slug: str, schema_name: str, at: datetime, *, accounts_found: list[AccountRow]
) -> Ticket:
    code = accounts.issue_one_time_code(user=user, schema_name=schema_name, at=at)
    return Ticket(hosts.tenant_url(slug, f"/signin?code={code}"), code, accounts_found)
