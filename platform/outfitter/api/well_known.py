"""Files of plugins below /.well-known/ on an operator's host; 404 for operators without the plugin."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, path

from outfitter.api.rate_limits import limit
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import configs, contexts, registry
from outfitter.plugins.types import WellKnownFile


def url_patterns() -> list[URLPattern]:
    """Return the addresses, for the root of an operator's host."""
    return [
        path(f".well-known/{found.name}", _serve, {"slug": slug, "file": found})
        for slug, found in registry.collect("well_known_files")
    ]


def _serve(request: HttpRequest, *, slug: str, file: WellKnownFile) -> HttpResponse:
    if request.method not in {"GET", "HEAD"} or getattr(request, "tenant", None) is None:
        raise Http404
    schema_name = current_schema()
    if slug not in configs.enabled_slugs(schema_name=schema_name):
        raise Http404
    limit(f"well-known:{getattr(request, 'client_ip', None)}", times=120, seconds=60)
    with contexts.plugin_context(schema_name=schema_name, slug=slug) as ctx:
        response = JsonResponse(dict(file.content(ctx)))
    response["Cache-Control"] = "public, max-age=300"
    return response
