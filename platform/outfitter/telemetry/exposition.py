"""`GET /metrics` on the platform's own host, for Prometheus, with `OUTFITTER_METRICS_TOKEN` as bearer."""

import hmac
from collections.abc import Iterator

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import URLPattern, path
from prometheus_client import CollectorRegistry
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from outfitter.kit.clock import utc_now
from outfitter.telemetry import gauges


class StateCollector:
    """Reads the gauges each time Prometheus asks."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield one family for each gauge."""
        for gauge, samples in gauges.samples(utc_now()):
            family = GaugeMetricFamily(gauge.name, gauge.about, labels=gauge.labels)
            for labels, value in samples:
                family.add_metric(labels, value)
            yield family


def url_patterns() -> list[URLPattern]:
    """Return the address, for the root of the platform's own host."""
    return [path("metrics", metrics)]


def metrics(request: HttpRequest) -> HttpResponse:
    """
    Return the figures as text.

    :raises Http404: there is no token, or it was not brought: whoever looks around learns nothing
    """
    wanted = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not wanted or not hmac.compare_digest(given.encode(), wanted.encode()):
        raise Http404
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    registry = CollectorRegistry(auto_describe=False)
    registry.register(StateCollector())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
