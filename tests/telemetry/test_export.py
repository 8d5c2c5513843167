"""What really leaves by OTLP, taken apart where it arrives."""

import gzip
import logging
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from outfitter.telemetry import export, meters, traces
from outfitter.telemetry.log_records import Lines
from outfitter.telemetry.work import Work, at
from tests.error_reports.plants import found_in, sentence

pytestmark = pytest.mark.rules
Bodies = dict[str, list[bytes]]


@pytest.fixture
def collector() -> Iterator[tuple[str, Bodies]]:
    """A collector on loopback; gives its address and what came to it, by path."""
    bodies: Bodies = {}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            bodies.setdefault(self.path, []).append(body)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_said: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", bodies
    server.shutdown()
    traces.stop()
    meters.stop()
    root = logging.getLogger()
    for handler in [one for one in root.handlers if isinstance(one, Lines)]:
        root.removeHandler(handler)


def test_traces_figures_and_lines_arrive_without_anybodys_data(collector: tuple[str, Bodies]) -> None:
    url, bodies = collector
    senders = export._send(url)
    work = Work(operator="reef", route="/api/trip/<id>/get", statement_cnt=3, seconds=0.02)
    with at(work):
        for _ in range(400):  # one in twenty is kept
            with traces.span("GET /api/trip/<id>/get", "SERVER", attributes={"outfitter.operator": "reef"}):
                meters.request(work, method="GET", status=200, seconds=0.05)
        logging.getLogger("outfitter.crm").warning("mail to %s failed", sentence())
    for sender in senders:
        assert sender.force_flush()
        sender.shutdown()
    assert set(bodies) == {"/v1/traces", "/v1/metrics", "/v1/logs"}
    assert not found_in([str(body) for sent in bodies.values() for body in sent])

    spans = [
        span
        for body in bodies["/v1/traces"]
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]
    assert 0 < len(spans) < 120
    metrics = ExportMetricsServiceRequest.FromString(bodies["/v1/metrics"][0]).resource_metrics[0]
    assert "outfitter" in str(metrics.resource)
    names = {metric.name for scope in metrics.scope_metrics for metric in scope.metrics}
    assert {"http.server.request.duration", "outfitter.operator.database_time"} <= names
    logs = ExportLogsServiceRequest.FromString(bodies["/v1/logs"][0]).resource_logs[0]
    records = [record for scope in logs.scope_logs for record in scope.log_records]
    assert "mail to … failed" in [record.body.string_value for record in records]
