"""Which browser asks, as sign-in and sessions note it."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest

from outfitter.db.tenant_schema import PUBLIC


@dataclass(frozen=True, slots=True)
class RequestOrigin:
    """Address, browser and operator of one request. `device` is the long-lived cookie."""

    ip: str | None = None
    user_agent: str = ""
    device: str | None = None
    schema_name: str = PUBLIC
    host: str = "localhost"

    @property
    def bare_host(self) -> str:
        """Return the host name without its port."""
        return self.host.rsplit(":", 1)[0].lower().rstrip(".")

    @property
    def origin(self) -> str:
        """
        Return the origin of our pages on this host, as the settings have it.

        Never the port or the scheme that the request names: links in mails begin with this.
        """
        return f"{settings.SCHEME}://{self.bare_host}{settings.HOST_SUFFIX}"

    @property
    def page_origins(self) -> list[str]:
        """Return the origins a page may have that asks: in development `npm run dev`'s too."""
        asked = [f"{settings.SCHEME}://{self.host}"] if settings.IS_DEVELOPMENT else []
        return [self.origin, *asked]


def origin_of(request: HttpRequest) -> RequestOrigin:
    """Return who asks, with the operator of the request's host."""
    tenant = getattr(request, "tenant", None)
    return RequestOrigin(
        ip=getattr(request, "client_ip", None),
        user_agent=request.headers.get("User-Agent", "")[:400],
        device=request.COOKIES.get(settings.DEVICE_COOKIE_NAME) or None,
        schema_name=tenant.schema_name if tenant else PUBLIC,
        host=request.get_host(),
    )
