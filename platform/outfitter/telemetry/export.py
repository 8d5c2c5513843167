"""Where traces, figures and lines of the log go: OTLP over HTTP, to whatever collects them."""

import logging
from typing import Any

from django.conf import settings

from outfitter.telemetry import jobs, meters, statement_watch, traces

EVERY_MS = 60_000


def start() -> None:
    """Begin to watch, as far as the settings say; called once in each process."""
    if settings.OTLP_ENDPOINT or settings.SLOW_STATEMENT_MS > 0:
        statement_watch.install()
    jobs.install()
    if settings.OTLP_ENDPOINT:
        _send(settings.OTLP_ENDPOINT)


def _send(endpoint: str) -> list[Any]:
    """Begin to send; returns what can be flushed and shut down."""
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    about = resource()
    batches = BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{endpoint}/v1/traces"))
    spans = traces.start(resource=about, ratio=settings.TRACE_RATIO_PPM / 1_000_000, processor=batches)
    exporter = OTLPMetricExporter(endpoint=f"{endpoint}/v1/metrics")
    figures = PeriodicExportingMetricReader(exporter, export_interval_millis=EVERY_MS)
    counted = meters.start(resource=about, reader=figures)
    return [spans, counted, _send_lines(endpoint, about)]


def _send_lines(endpoint: str, about: Any) -> Any:
    from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
    from opentelemetry.sdk._logs import LoggerProvider
    from opentelemetry.sdk._logs.export import BatchLogRecordProcessor

    from outfitter.telemetry.log_records import Lines

    provider = LoggerProvider(resource=about)
    provider.add_log_record_processor(
        BatchLogRecordProcessor(OTLPLogExporter(endpoint=f"{endpoint}/v1/logs"))
    )
    logging.getLogger().addHandler(Lines(provider))
    return provider


def resource() -> Any:
    """Return what every span and figure says of this process."""
    from opentelemetry.sdk.resources import Resource

    return Resource.create(
        {
            "service.name": "outfitter",
            "service.version": settings.SENTRY_RELEASE or "unknown",
            "deployment.environment.name": settings.SENTRY_ENVIRONMENT,
        }
    )
