"""Mounts plugins' own operations, once for everybody, open to operators that enabled them."""

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import Http404, HttpRequest
from ninja import NinjaAPI, Router

from outfitter.api.principal import Principal, allow, public, signed_in
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError
from outfitter.plugins import configs, redaction, registry, time_limits

# Requests that one plugin may keep busy in a process; the others belong to everybody else.
PLACES: Final = 2
View = Callable[..., Any]


class PluginBusy(DomainError):
    """A plugin does not answer in time, or has too much to do."""

    code = "plugin_busy"
    status = 503


class PluginDemand:
    """The demand that this operator switched the plugin on; others get 404."""

    def __init__(self, slug: str, audience: str, permission: str | None = None) -> None:
        staff = allow(permission) if permission else signed_in
        self.slug = slug
        self.inner = staff if audience == "staff" else public

    def __call__(self, request: HttpRequest) -> Principal:
        if self.slug not in configs.enabled_slugs(schema_name=current_schema()):
            raise Http404
        return self.inner(request)


def limit_plugin(slug: str) -> Callable[[View], View]:
    """
    Return a decorator that gives a plugin's operations a few places and a few seconds.

    Its secrets stay out of the log, its failures out of everybody else's way.
    """
    places = threading.BoundedSemaphore(PLACES)

    def decorate(view: View) -> View:
        @wraps(view)
        def run(*arguments: Any, **named: Any) -> Any:
            if not places.acquire(timeout=1):
                raise PluginBusy("This plugin is busy right now.", retry_after=5)
            own = configs.settings_of(schema_name=current_schema(), slug=slug)
            try:
                with (
                    redaction.redact_secrets(own, configs.secret_names(slug)),
                    redaction.redact_errors(slug),
                    time_limits.time_limit(time_limits.REQUEST_SECONDS),
                ):
                    return view(*arguments, **named)
            except time_limits.PluginTimeout:
                raise PluginBusy("This plugin did not answer in time.", retry_after=5) from None
            finally:
                places.release()

        return run

    return decorate


def mount_plugins(api: NinjaAPI) -> None:
    """Mount each plugin's routers under /api/plugins/<slug>."""
    for slug, mounted in registry.collect("api_routers"):
        demand = PluginDemand(slug, mounted.audience, mounted.permission)
        parent = Router(auth=demand, tags=[f"plugin:{slug}"])
        parent.add_decorator(limit_plugin(slug))
        parent.add_router(mounted.prefix, mounted.router)
        api.add_router(f"/api/plugins/{slug}", parent)
