"""Addresses of an operator's host."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path, re_path

from outfitter.api import pictures, screens, well_known, widget_pages
from outfitter.api.routers import tenant_api
from outfitter.api.url_groups import grouped
from outfitter.kit.locales import WIDGET_LANGUAGES
from outfitter.plugins import webhooks
from outfitter_tenants.ai_agents import urls as ai_agents
from outfitter_tenants.channels import endpoints
from outfitter_tenants.website import urls as website

_LOCALES = "|".join(screens.route_table()["locales"])
_WIDGET_LOCALES = "|".join(sorted({*screens.route_table()["locales"], *WIDGET_LANGUAGES}))
_api, _app, _namespace = tenant_api().urls
urlpatterns: list[URLPattern | URLResolver] = [
    *grouped([*webhooks.url_patterns(), *endpoints.url_patterns()]),
    re_path(rf"^(?:(?:{_LOCALES})/)?pay/[\w.~:-]+/?$", widget_pages.pay),
    re_path(
        rf"^(?:(?P<locale>{_LOCALES})/)?(?:waiverPortal(?:/[0-9A-Za-z]+)?|waiver/[0-9a-f]{{64}})/?$",
        widget_pages.sign,
    ),
    re_path(rf"^(?:(?:{_LOCALES})/)?kiosk/?$", widget_pages.kiosk),
    path("waiverPortal/worker.js", widget_pages.sign_worker),
    path("widgets/<path:path>", widget_pages.serve),
    re_path(rf"^(?P<locale>{_WIDGET_LOCALES})/widgets/(?P<path>[\w/]+)$", widget_pages.serve_page),
    *well_known.url_patterns(),
    path("media/pictures/<str:folder>/<str:name>", pictures.serve),
    path("media/<path:path>", screens.media),
    *ai_agents.url_patterns(),
    # The API claims the bare address for itself, as a page that is not there.
    *website.url_patterns(),
    path("", (grouped(_api), _app, _namespace)),
]
if settings.IS_DEVELOPMENT:
    urlpatterns.append(path("_dev/", include("outfitter.devtools.urls")))
urlpatterns.append(re_path(r"^(?P<path>.*)$", screens.screen))
