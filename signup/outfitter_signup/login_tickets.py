"""From the platform's host to an operator's: tickets that work once."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from django.db import transaction

from outfitter.accounts import authentication as login
from outfitter.accounts import hosts, passkeys
from outfitter.accounts import operations as accounts
from outfitter.accounts.models import User
from outfitter.accounts.queries import AccountRow, list_accounts_of_user
from outfitter.accounts.request_origin import RequestOrigin
from outfitter_signup import queries, rules
from outfitter_signup.errors import CodeExpired, NoAccount, SignupNotFound, WrongStep


@dataclass(frozen=True, slots=True)
class Ticket:
    """
    Where to go and what to show there, or the step that is missing.

    `next` is app, chooser (an operator has to be chosen) or second_factor; the step token stands
    for what was proved until then.
    """

    redirect_url: str | None
    one_time_code: str | None
    accounts: list[AccountRow]
    next: Literal["app", "chooser", "second_factor"] = "app"
    step_token: str | None = None
    methods: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class LoginProof:
    """Who somebody is, what they proved of it, and for how long they want to stay."""

    user: User
    is_second_factor: bool
    is_remembered: bool


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
        return _ticket(signup.user, signup.account.slug, signup.account.schema_name, at, accounts_found=[])


def issue_ticket(*, proved: LoginProof, slug: str | None, caller: RequestOrigin, at: datetime) -> Ticket:
    """
    Send somebody to their operator, or tell which step is missing.

    :raises NoAccount: the login belongs to no operator, or not to this one
    """
    user = proved.user
    if user.has_second_factor and not proved.is_second_factor:
        methods = login.methods(user=user, party=passkeys.rp_id(caller.bare_host))
        token = _step(proved, caller, at)
        return Ticket(None, None, [], "second_factor", token, methods)
    found = list_accounts_of_user(user_id=user.pk)
    chosen = [row for row in found if slug is None or row.slug == slug]
    if not chosen:
        raise NoAccount("This login does not belong to any business here.")
    if len(chosen) > 1:
        return Ticket(None, None, found, "chooser", _step(proved, caller, at))
    return _ticket(
        user,
        chosen[0].slug,
        chosen[0].schema_name,
        at,
        accounts_found=found,
        is_second_factor=proved.is_second_factor,
        is_remembered=proved.is_remembered,
    )


def _step(proved: LoginProof, caller: RequestOrigin, at: datetime) -> str:
    return login.step_token(
        user=proved.user,
        caller=caller,
        at=at,
        is_remembered=proved.is_remembered,
        is_second_factor=proved.is_second_factor,
    )


def _ticket(
    user: User,
    slug: str,
    schema_name: str,
    at: datetime,
    *,
    accounts_found: list[AccountRow],
    is_second_factor: bool = False,
    is_remembered: bool = False,
) -> Ticket:
    code = accounts.issue_one_time_code(
        user=user,
        schema_name=schema_name,
        at=at,
        is_second_factor=is_second_factor,
        is_remembered=is_remembered,
        confirmed_at=at,
    )
    return Ticket(hosts.tenant_url(slug, f"/signin?code={code}"), code, accounts_found)
