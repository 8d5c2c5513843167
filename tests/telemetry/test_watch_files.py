"""What is handed to Prometheus, Grafana and the collector names figures, jobs and pages that exist."""

import json
import re
from typing import Any

import pytest
import yaml

from outfitter.plugins import scheduled_jobs
from outfitter.settings import env
from outfitter.telemetry import gauges

pytestmark = pytest.mark.rules
FOLDER = env.ROOT / "infra" / "observability"
RUNBOOK = env.ROOT / "docs" / "operations" / "observability.md"
# OpenTelemetry's names as Prometheus writes them (translation_strategy in prometheus.yml).
SENT = {
    "http_server_request_duration_seconds": "http.server.request.duration",
    "outfitter_job_duration_seconds": "outfitter.job.duration",
    "outfitter_request_statements": "outfitter.request.statements",
    "outfitter_operator_database_time_seconds_total": "outfitter.operator.database_time",
}
OTHERS = {"up", "probe_ssl_earliest_cert_expiry"}
_NAME = re.compile(r"\b(?:outfitter_|http_server_|probe_)\w+")


def alerts() -> list[dict[str, Any]]:
    [group] = yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"]
    rules: list[dict[str, Any]] = group["rules"]
    return rules


def expressions() -> list[str]:
    board = json.loads((FOLDER / "dashboard.json").read_text())
    shown = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    return [*shown, *(rule["expr"] for rule in alerts())]


def test_every_figure_that_is_named_is_told() -> None:
    known = {gauge.name for gauge in gauges.GAUGES} | OTHERS
    for name in SENT:
        known |= {name, f"{name}_bucket", f"{name}_count", f"{name}_sum"}
    labels = {"http_response_status_code", "http_route"}
    named = {name for text in expressions() for name in _NAME.findall(text)} - labels
    assert named
    assert not named - known


def test_every_figure_that_is_told_is_looked_at() -> None:
    text = "\n".join(expressions())
    assert not [gauge.name for gauge in gauges.GAUGES if gauge.name not in text]
    source = (env.ROOT / "platform/outfitter/telemetry/meters.py").read_text()
    assert not [name for name in SENT.values() if f'"{name}"' not in source]
    assert not [name for name in SENT if name not in text]


def test_jobs_that_are_named_exist() -> None:
    kinds = {
        kind
        for text in expressions()
        for found in re.findall(r'kind=~?"([^"]+)"', text)
        for kind in found.split("|")
    }
    assert kinds
    assert kinds <= set(scheduled_jobs._handlers)


def test_every_alert_says_what_to_do() -> None:
    headings = {
        re.sub(r"[^a-z0-9 -]", "", line.removeprefix("### ").lower()).replace(" ", "-")
        for line in RUNBOOK.read_text().splitlines()
        if line.startswith("### ")
    }
    for rule in alerts():
        page, _, anchor = rule["annotations"]["runbook"].partition("#")
        assert env.ROOT / page == RUNBOOK
        assert anchor in headings, rule["alert"]
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert rule["annotations"]["summary"].endswith(".")


def test_panels_do_not_overlap() -> None:
    board = json.loads((FOLDER / "dashboard.json").read_text())
    taken: set[tuple[int, int]] = set()
    for panel in board["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken, panel["title"]
        assert max(x for x, _ in cells) < 24
        taken |= cells
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


def test_what_prometheus_and_the_collector_read_fits_together() -> None:
    prometheus = yaml.safe_load((FOLDER / "prometheus.yml").read_text())
    assert prometheus["rule_files"] == ["alerts.yml"]
    assert prometheus["scrape_configs"][0]["metrics_path"] == "/metrics"
    collector = yaml.safe_load((FOLDER / "collector.yaml").read_text())
    assert set(collector["service"]["pipelines"]) == {"traces", "metrics", "logs"}
    for pipeline in collector["service"]["pipelines"].values():
        assert set(pipeline["receivers"]) <= set(collector["receivers"])
        assert set(pipeline["exporters"]) <= set(collector["exporters"])
        assert set(pipeline["processors"]) <= set(collector["processors"])
