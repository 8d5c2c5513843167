"""
Connecting an operator's account at a partner: from its page there and back again (ADR 104).

Partners know one address, on the platform's own host. What they come back with is handed on to the
operator's host, where whoever started it must be signed in still. A state is signed, names operator,
plugin and person, and works once.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal
from urllib.parse import urlencode

from outfitter.accounts import hosts, signed_tokens
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError, NotFound
from outfitter.plugins import configs, contexts, oauth, redaction, time_limits
from outfitter.plugins.types import OAuthCode, OAuthConnection, OAuthGrant, OAuthStart
from outfitter_tenants.audit import operations as audit
from outfitter_tenants.backoffice.plugin_settings import set_up_jobs

log = logging.getLogger(__name__)
PURPOSE: Final = "oauth"
LIFE: Final = timedelta(minutes=10)
_MOST_STATE: Final = 1000
Outcome = Literal["connected", "denied", "failed"]


class WrongState(DomainError):
    """Nobody here began this, too long ago, or it was finished before."""

    code = "oauth_state"
    status = 400


class NotAvailable(DomainError):
    """This deployment has no client id at the partner."""

    code = "oauth_not_available"
    status = 409


@dataclass(frozen=True, slots=True)
class Returned:
    """What a partner sent somebody back with."""

    state: str
    code: str = ""
    error: str = ""

    @property
    def query(self) -> str:
        """Return it as it came, to be handed on."""
        said = {"error": self.error} if self.error else {"code": self.code}
        return urlencode({**said, "state": self.state})


def redirect_uri(connection: OAuthConnection) -> str:
    """Return the one address a partner knows."""
    return hosts.apex_url(f"/api/{connection.path}")


def begin(*, slug: str, avatar_id: int, at: datetime) -> str:
    """
    Return the partner's page where the operator says yes or no.

    :raises NotAvailable: the deployment has no client id
    """
    connection = _connection(slug)
    if not connection.is_available():
        raise NotAvailable("This connection isn't set up on this server.")
    made = {"plugin": slug, "schema": current_schema(), "avatar": avatar_id}
    state = signed_tokens.sign(PURPOSE, {**made, "at": at.isoformat()}, at=at, life=LIFE)
    return connection.authorize_url(OAuthStart(redirect_uri(connection), state))


def schema_of(*, slug: str, state: str, at: datetime) -> str:
    """
    Return the operator a state was made for; it is not used up by that.

    :raises WrongState: forged, too old, or for another plugin
    """
    found = signed_tokens.read(PURPOSE, state, at=at) if len(state) <= _MOST_STATE else None
    if found is None or found["plugin"] != slug:
        raise WrongState("This link has expired. Start again on the plugin's page.")
    return str(found["schema"])


def finish(*, slug: str, returned: Returned, avatar_id: int, at: datetime) -> Outcome:
    """
    Take back who was sent to a partner; stores the account they connected. Not in a transaction.

    :raises WrongState: not begun by this person here, too long ago, or finished before
    """
    found = signed_tokens.read(PURPOSE, returned.state, at=at) if len(returned.state) <= _MOST_STATE else None
    mine = {"plugin": slug, "schema": current_schema(), "avatar": avatar_id}
    if found is None or any(found[name] != value for name, value in mine.items()):
        raise WrongState("This link has expired. Start again on the plugin's page.")
    if not signed_tokens.spend(returned.state, until=at + LIFE):
        raise WrongState("This link was already used. Start again on the plugin's page.")
    if returned.error or not returned.code:
        return "denied" if returned.error == "access_denied" else "failed"
    grant = _exchange(slug, returned.code)
    if grant is None:
        return "failed"
    oauth.connect(schema_name=current_schema(), slug=slug, grant=grant, at=at)
    _record("plugin.connected", slug, at, {"name": grant.name})
    set_up_jobs.plan(slug=slug, at=at)
    return "connected"


def _exchange(slug: str, code: str) -> OAuthGrant | None:
    connection = _connection(slug)
    try:
        with (
            contexts.plugin_context(schema_name=current_schema(), slug=slug) as ctx,
            time_limits.time_limit(time_limits.REQUEST_SECONDS),
        ):
            return connection.finish(ctx, OAuthCode(redirect_uri(connection), code))
    except Exception as problem:  # a plugin's failure is an answer, not ours
        log.warning("connecting %s failed: %s", slug, redaction.describe_error(problem, most=300))
        return None


def disconnect(*, slug: str, at: datetime) -> None:
    """
    Give an account's tokens back and forget them; doing so twice is no error. Not in a transaction.

    A partner that does not answer keeps nobody connected: the tokens are forgotten all the same.

    :raises NotFound: no such plugin, or it connects no account
    """
    connection = _connection(slug)
    schema = current_schema()
    if not configs.read(schema_name=schema, slug=slug)[1]:
        return
    try:
        with (
            contexts.plugin_context(schema_name=schema, slug=slug) as ctx,
            time_limits.time_limit(time_limits.REQUEST_SECONDS),
        ):
            connection.end(ctx)
    except Exception as problem:  # a plugin's failure is an answer, not ours
        log.warning("disconnecting %s failed: %s", slug, redaction.describe_error(problem, most=300))
    if oauth.disconnect(schema_name=schema, slug=slug):
        _record("plugin.disconnected", slug, at, {})


def describe(*, slug: str) -> dict[str, object] | None:
    """Return what screens show of a plugin's connection, None when it has none. No tokens."""
    connection = oauth.connection_of(slug)
    if connection is None:
        return None
    account = oauth.account_of(schema_name=current_schema(), slug=slug)
    return {
        "start_url": f"/api/{connection.path}",
        "is_available": connection.is_available(),
        "is_connected": account is not None,
        "name": account.name if account else "",
        "connected_at": account.connected_at if account else None,
        "problem": account.problem if account else "",
    }


def _connection(slug: str) -> OAuthConnection:
    found = oauth.connection_of(slug)
    if found is None:
        raise NotFound("This plugin doesn't connect an account.")
    return found


def _record(action: str, slug: str, at: datetime, more: dict[str, object]) -> None:
    audit.record(entity_type="plugin", entity_id=0, action=action, at=at, after={"slug": slug, **more})
