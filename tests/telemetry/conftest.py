"""A collector inside the process: it keeps what would be sent."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from outfitter.telemetry import jobs, meters, statement_watch, traces
from tests.support.owner_client import owner_of


@pytest.fixture
def owner(reef: Any, client_for: Callable[[str], Client]) -> Client:
    """The owner of Reef Runners, signed in."""
    return owner_of(client_for)


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    """Trace everything until the test ends."""
    kept = InMemorySpanExporter()
    traces.start(resource=Resource.create({}), ratio=1.0, processor=SimpleSpanProcessor(kept))
    statement_watch.install()
    jobs.install()
    yield kept
    traces.stop()


@pytest.fixture
def figures() -> Iterator[InMemoryMetricReader]:
    """Count everything until the test ends."""
    reader = InMemoryMetricReader()
    meters.start(resource=Resource.create({}), reader=reader)
    statement_watch.install()
    jobs.install()
    yield reader
    meters.stop()


def points(reader: InMemoryMetricReader, name: str) -> list[dict[str, object]]:
    """Return the attributes of what was counted under a name."""
    found = reader.get_metrics_data()
    return [
        dict(point.attributes or {})
        for resource in (found.resource_metrics if found else ())
        for scope in resource.scope_metrics
        for metric in scope.metrics
        if metric.name == name
        for point in metric.data.data_points
    ]
