"""
Where operators connect accounts: one address for each plugin, on two hosts.

On an operator's host it begins (nothing given) and ends (what the partner came back with); on the
platform's own host, the only one partners know, it hands on to the operator's.
"""

from collections.abc import Callable
from typing import Annotated

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from ninja import Query, Router

from outfitter.accounts import hosts, queries
from outfitter.api.access_errors import AccountSuspended
from outfitter.api.principal import allow, anonymous, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.kit.account_states import is_read_only
from outfitter.kit.clock import utc_now
from outfitter.plugins import registry
from outfitter.plugins.types import OAuthConnection
from outfitter_tenants.backoffice.plugin_settings import oauth
from outfitter_tenants.backoffice.plugin_settings.oauth import Returned, WrongState

Given = Annotated[str, Query(max_length=2000)]
View = Callable[..., HttpResponse]


def _on_tenant(slug: str, connection: OAuthConnection) -> View:
    def view(request: HttpRequest, state: Given = "", code: Given = "", error: Given = "") -> HttpResponse:
        """Begin or end connecting an account: leads to the partner, and back to the plugin's page."""
        at, avatar_id = utc_now(), caller_of(request).avatar_id or 0
        if is_read_only(request.tenant.status):  # type: ignore[attr-defined]
            raise AccountSuspended("This account is suspended or closed, so nothing can be connected.")
        limit(f"oauth:{slug}:{avatar_id}", times=30, seconds=60)
        if not (state or code or error):
            return _lead(oauth.begin(slug=slug, avatar_id=avatar_id, at=at))
        returned = Returned(state=state, code=code, error=error)
        outcome = oauth.finish(slug=slug, returned=returned, avatar_id=avatar_id, at=at)
        return _lead(f"/setup/plugin/{slug}?connection={outcome}")

    return view


def _on_apex(slug: str, connection: OAuthConnection) -> View:
    def view(request: HttpRequest, state: Given = "", code: Given = "", error: Given = "") -> HttpResponse:
        """Hand on what a partner came back with to the operator's host; nothing is stored here."""
        schema = oauth.schema_of(slug=slug, state=state, at=utc_now())
        account = queries.find_account(schema_name=schema)
        if account is None:
            raise WrongState("This link has expired. Start again on the plugin's page.")
        returned = Returned(state=state, code=code, error=error)
        return _lead(hosts.tenant_url(account.slug, f"/api/{connection.path}?{returned.query}"))

    return view


def _lead(address: str) -> HttpResponse:
    # A code in an address must not travel on to wherever the next page links to.
    return HttpResponseRedirect(
        address, status=303, headers={"Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}
    )


def build(*, is_apex: bool) -> Router:
    """Return the addresses of all plugins that connect accounts, for one kind of host."""
    router = Router(tags=["plugins"])
    for slug, connection in registry.collect("oauth_connections"):
        make = _on_apex if is_apex else _on_tenant
        router.add_api_operation(
            f"/api/{connection.path}",
            ["GET"],
            make(slug, connection),
            auth=anonymous if is_apex else allow("setup.plugins"),
            response={303: None, **ERRORS},
            operation_id=f"oauth_{slug}{'_handed_on' if is_apex else ''}",
            summary=f"Connect {slug}",
        )
    return router
