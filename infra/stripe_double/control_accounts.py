"""What tests may have connected accounts do, below /_control. Bodies are JSON.

POST accounts {id, type, country, currency, outcome}
                                          an account that is there already, onboarded unless
                                          `outcome` is "save" or "verify_later"
POST accounts/<acct>/onboard {outcome}    end an onboarding: "complete", "verify_later", "save"
POST accounts/<acct>/restrict {due}       hold an account back until it tells what is `due`
POST accounts/<acct>/deauthorize          the account takes its permission back
"""

from __future__ import annotations

import re
from collections.abc import Callable

from stripe_double import accounts, currencies, onboarding
from stripe_double.control_bank import choice
from stripe_double.errors import ApiError
from stripe_double.store import Record
from stripe_double.world import World, new_id

_KEY = re.compile(r"acct_\w{1,40}")


def _create(world: World, body: Record) -> Record:
    key = str(body.get("id") or new_id("acct", 16))
    if not _KEY.fullmatch(key) or world.store.get("account", key) is not None:
        raise ApiError(400, f"{key[:60]} is no free id of an account.", param="id")
    kind = choice(body, "type", ("standard", "express", "custom"))
    account = accounts.blank(world, key, kind, str(body.get("country", "US")))
    account["default_currency"] = currencies.check(str(body.get("currency", "usd")))
    world.save(account)
    return _onboard(world, body, key)


def _onboard(world: World, body: Record, key: str) -> Record:
    return onboarding.finish(world, key, choice(body, "outcome", onboarding.OUTCOMES))


def _restrict(world: World, body: Record, key: str) -> Record:
    due = body.get("due", ["individual.verification.document"])
    if not isinstance(due, list) or not all(isinstance(item, str) for item in due):
        raise ApiError(400, "due must be a list of words.", param="due")
    return onboarding.restrict(world, key, due)


def _deauthorize(world: World, _body: Record, key: str) -> Record:
    return onboarding.deauthorize(world, key)


ROUTES: list[tuple[str, str, Callable[..., Record]]] = [
    ("POST", "accounts", _create),
    ("POST", r"accounts/([^/]+)/onboard", _onboard),
    ("POST", r"accounts/([^/]+)/restrict", _restrict),
    ("POST", r"accounts/([^/]+)/deauthorize", _deauthorize),
]
