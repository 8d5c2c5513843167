"""Addresses of the platform's own host."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path, re_path

from outfitter.api import docs_site, screens, widget_pages
from outfitter.api.routers import apex_api
from outfitter.plugins import webhooks
from outfitter.telemetry import exposition

urlpatterns: list[URLPattern | URLResolver] = [
    *webhooks.url_patterns(),
    *docs_site.url_patterns(),
    *exposition.url_patterns(),
    # The API claims the bare address for itself, as a page that is not there.
    path("", screens.screen, {"path": ""}),
    path("", apex_api().urls),
]
if settings.IS_DEVELOPMENT:
    urlpatterns.append(path("_dev/", include("outfitter.devtools.urls")))
# What reports the errors of these pages is a file of the other front end, which has no page here.
reporter = r"^widgets/(?P<path>assets/error-reports-[\w-]+\.js)$"
urlpatterns.append(re_path(reporter, widget_pages.serve))
urlpatterns.append(re_path(r"^(?P<path>.*)$", screens.screen))
