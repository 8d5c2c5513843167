"""Mounts plugins' own operations, once for everybody, open to operators that enabled them."""

from collections.abc import Callable

from django.http import Http404, HttpRequest
from ninja import NinjaAPI, Router

from outfitter.api.principal import Principal, public, signed_in
from outfitter.db.current import current_schema
from outfitter.plugins import configs, registry


def require_plugin(slug: str, audience: str) -> Callable[[HttpRequest], Principal]:
    """Return the demand that this operator switched the plugin on; others get 404."""
    inner = signed_in if audience == "staff" else public

    def check(request: HttpRequest) -> Principal:
        if slug not in configs.enabled_slugs(schema_name=current_schema()):
            raise Http404
        return inner(request)

    return check


def mount_plugins(api: NinjaAPI) -> None:
    """Mount each plugin's routers under /api/plugins/<slug>."""
    for slug, mounted in registry.collect("api_routers"):
        parent = Router(auth=require_plugin(slug, mounted.audience), tags=[f"plugin:{slug}"])
        parent.add_router(mounted.prefix, mounted.router)
        api.add_router(f"/api/plugins/{slug}", parent)
