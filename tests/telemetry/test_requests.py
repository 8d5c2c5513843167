"""Requests and jobs are traced and counted by route, operator and name, with nobody's data."""

from typing import Any

import pytest
from celery import Celery
from celery.signals import before_task_publish
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from outfitter.db.tenant_tasks import HEADER, TenantTask
from outfitter.telemetry import meters, operator_names, traces
from outfitter.telemetry.work import current
from tests.error_reports.plants import HASH, NAME, found_in
from tests.telemetry.conftest import points

pytestmark = pytest.mark.django_db


# An application of its own: what the product may be sent has a list.
APP = Celery("telemetry_test", set_as_current=False)


@APP.task(base=TenantTask, name="telemetry_test.work")
def traced_job(*, is_broken: bool, **_future: Any) -> str:
    """Work, or fail with words that quote somebody."""
    if is_broken:
        raise LookupError(f"no seat for {NAME}")
    work = current()
    return work.job if work else ""


def _only(kept: InMemorySpanExporter, kind: str) -> ReadableSpan:
    [found] = [one for one in kept.get_finished_spans() if one.kind.name == kind]
    return found


def test_a_request_is_one_trace_with_its_statements(
    spans: InMemorySpanExporter, figures: InMemoryMetricReader, owner: Any, reef: Any
) -> None:
    answer = owner.get(
        f"/api/trip/{HASH}/get?token={HASH}", headers={"traceparent": f"00-{'1' * 32}-{'2' * 16}-01"}
    )
    root = _only(spans, "SERVER")
    attributes = dict(root.attributes or {})
    assert root.name == f"GET {attributes['http.route']}"
    assert str(attributes["http.route"]).startswith("/api/trip/<")
    assert attributes["http.response.status_code"] == answer.status_code
    assert attributes["outfitter.operator"] == reef.slug
    # A visitor doesn't decide what is traced, nor hang their trace into ours.
    assert root.parent is None
    asked = [one for one in spans.get_finished_spans() if one.kind.name == "CLIENT"]
    assert attributes["outfitter.statements"] == len(asked) > 0
    assert len({one.context.trace_id for one in spans.get_finished_spans() if one.context}) == 1
    assert not found_in([one.to_json() for one in spans.get_finished_spans()])
    counted = points(figures, "http.server.request.duration")
    assert counted == [
        {
            "http.request.method": "GET",
            "http.route": attributes["http.route"],
            "http.response.status_code": answer.status_code,
        }
    ]
    assert points(figures, "outfitter.operator.database_time") == [{"operator": reef.slug}]


@pytest.mark.parametrize(
    ("path", "route"),
    [("/nobody/is/here", "screen"), ("/healthz", "unknown"), ("/api/trips/get", "/api/trips/get")],
)
def test_addresses_become_few_routes(
    figures: InMemoryMetricReader, owner: Any, path: str, route: str
) -> None:
    owner.get(path)
    [counted] = points(figures, "http.server.request.duration")
    assert counted["http.route"] == route


def test_a_method_of_nobodys_is_no_series_of_its_own(figures: InMemoryMetricReader, owner: Any) -> None:
    owner.generic("BREW", "/api/trips/get")
    [counted] = points(figures, "http.server.request.duration")
    assert counted["http.request.method"] == "_OTHER"


@pytest.mark.parametrize(("is_broken", "outcome"), [(False, "done"), (True, "failed")])
def test_a_job_goes_on_with_the_trace_that_sent_it(
    spans: InMemorySpanExporter, figures: InMemoryMetricReader, reef: Any, *, is_broken: bool, outcome: str
) -> None:
    with traces.span("GET /x", "SERVER") as sender:
        headers: dict[str, Any] = {HEADER: reef.schema_name}
        before_task_publish.send(sender="telemetry_test.work", headers=headers)
    assert sender is not None
    done = traced_job.apply(kwargs={"is_broken": is_broken}, headers=headers)
    assert done.successful() is not is_broken
    span = _only(spans, "CONSUMER")
    attributes = dict(span.attributes or {})
    assert span.parent is not None
    assert span.parent.span_id == sender.get_span_context().span_id
    assert attributes["outfitter.job"] == "telemetry_test.work"
    assert attributes["outfitter.operator"] == reef.slug
    assert {"job": "telemetry_test.work", "outcome": outcome} in points(figures, "outfitter.job.duration")
    assert not found_in([one.to_json() for one in spans.get_finished_spans()])
    assert current() is None


def test_an_exception_is_noted_by_its_type(spans: InMemorySpanExporter) -> None:
    with pytest.raises(LookupError), traces.span("a step"):
        raise LookupError(f"no seat for {NAME}")
    [span] = spans.get_finished_spans()
    assert dict(span.attributes or {}) == {"error.type": "LookupError"}
    assert not span.events
    assert not found_in([span.to_json()])


def test_nobody_watches_and_nothing_is_loaded_or_kept(owner: Any) -> None:
    assert not traces.is_on()
    assert not meters.is_on()
    assert owner.get("/api/trips/get").status_code == 200
    assert traces.ids() == {}
    assert traces.traceparent() == ""


def test_a_schema_of_nobodys_has_no_name() -> None:
    assert operator_names.slug_of("t_nobody") == ""
