"""
Whether the proxy may ask a certificate authority for a host (docs/adr/0155).

The proxy asks when a browser comes for a name that it has no certificate of. Only the proxy itself
is answered: for anybody else, and for what a proxy passes on, there is nothing at this address.
"""

import logging
from collections.abc import Callable
from typing import Final

from django.db import connection
from django.http import HttpRequest, HttpResponse

from outfitter.accounts import domain_claims, domain_names
from outfitter.api import errors, trusted_proxies
from outfitter.api.rate_limits import RateLimited, limit

log = logging.getLogger(__name__)
Handler = Callable[[HttpRequest], HttpResponse]
PATH: Final = "/tls-ask"
# A stranger may come with any number of names; so many are looked up, in all of our web servers.
TIMES: Final = 600
SECONDS: Final = 60


class TlsAskMiddleware:
    """Answers before any tenant is looked up: the proxy asks by address."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path != PATH:
            return self.get_response(request)
        is_proxy = trusted_proxies.is_trusted(request.META.get("REMOTE_ADDR"))
        is_passed_on = any(name in request.META for name in trusted_proxies.SAID_BY_PROXIES)
        host = request.GET.get("domain", "").lower().rstrip(".")
        if is_proxy and not is_passed_on and request.method == "GET" and _may_have(host):
            return HttpResponse(status=200, headers={"Cache-Control": "no-store"})
        return errors.error(404)


def _may_have(host: str) -> bool:
    if not host or len(host) > domain_names.LONGEST or not host.isascii():
        return False
    try:
        limit("tls-ask", times=TIMES, seconds=SECONDS)
    except RateLimited:
        log.warning("more than %s certificates were asked for within a minute", TIMES)
        return False
    connection.set_schema_to_public()  # type: ignore[attr-defined]  # django-tenants
    return domain_claims.may_have_certificate(host)
