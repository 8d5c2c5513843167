"""Addresses of an operator's host."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path, re_path

from outfitter.api import pictures, screens, widget
from outfitter.api.build import tenant_api
from outfitter.plugins import webhooks
from outfitter_tenants.channels import door

_LOCALES = "|".join(screens.route_table()["locales"])
urlpatterns: list[URLPattern | URLResolver] = [
    *webhooks.url_patterns(),
    *door.url_patterns(),
    re_path(rf"^(?:(?:{_LOCALES})/)?pay/[\w.~:-]+/?$", widget.pay),
    path("widgets/<path:path>", widget.serve),
    path("media/pictures/<str:folder>/<str:name>", pictures.serve),
    path("media/<path:path>", screens.media),
    # The API claims the bare address for itself, as a page that is not there.
    path("", screens.screen, {"path": ""}),
    path("", tenant_api().urls),
]
if settings.IS_DEVELOPMENT:
    urlpatterns.append(path("_dev/", include("outfitter.devtools.urls")))
urlpatterns.append(re_path(r"^(?P<path>.*)$", screens.screen))
