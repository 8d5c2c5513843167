"""Figures that a process counts while it works, sent on every minute by OpenTelemetry's SDK."""

from typing import TYPE_CHECKING, Any, ClassVar, Final

from outfitter.telemetry.work import Work

if TYPE_CHECKING:
    from opentelemetry.metrics import Counter, Histogram
    from opentelemetry.sdk.metrics.export import MetricReader

# Seconds. The first are what a screen should take, the last what a job may.
BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)
STATEMENT_BUCKETS: Final = (1, 2, 5, 10, 15, 20, 30, 50, 100, 200, 500)


class _State:
    requests: "ClassVar[Histogram | None]" = None
    jobs: "ClassVar[Histogram | None]" = None
    statements: "ClassVar[Histogram | None]" = None
    database: "ClassVar[Counter | None]" = None


def start(*, resource: Any, reader: "MetricReader") -> Any:
    """Begin to count; returns what can be flushed and shut down."""
    from opentelemetry.sdk.metrics import MeterProvider

    provider = MeterProvider(metric_readers=[reader], resource=resource)
    meter = provider.get_meter("outfitter")
    _State.requests = meter.create_histogram(
        "http.server.request.duration",
        unit="s",
        description="How long requests took, by route and answer.",
        explicit_bucket_boundaries_advisory=BUCKETS,
    )
    _State.jobs = meter.create_histogram(
        "outfitter.job.duration",
        unit="s",
        description="How long jobs took, by name and outcome.",
        explicit_bucket_boundaries_advisory=BUCKETS,
    )
    _State.statements = meter.create_histogram(
        "outfitter.request.statements",
        unit="{statement}",
        description="How many statements a request asked of the database.",
        explicit_bucket_boundaries_advisory=STATEMENT_BUCKETS,
    )
    # By operator alone: operators times routes would be more series than a small watcher can keep.
    _State.database = meter.create_counter(
        "outfitter.operator.database_time",
        unit="s",
        description="How long the database worked for an operator.",
    )
    return provider


def stop() -> None:
    """Count nothing any more."""
    _State.requests = _State.jobs = _State.statements = _State.database = None


def is_on() -> bool:
    """Return whether anything is counted."""
    return _State.requests is not None


def request(work: Work, *, method: str, status: int, seconds: float) -> None:
    """Count a request that was answered."""
    if _State.requests is None or _State.statements is None:
        return
    _State.requests.record(
        seconds,
        {"http.request.method": method, "http.route": work.route, "http.response.status_code": status},
    )
    _State.statements.record(work.statement_cnt, {"http.route": work.route})
    _database(work)


def job(work: Work, *, outcome: str, seconds: float) -> None:
    """
    Count a job that ended.

    :param outcome: done, failed, or retried
    """
    if _State.jobs is not None:
        _State.jobs.record(seconds, {"job": work.job, "outcome": outcome})
        _database(work)


def _database(work: Work) -> None:
    if _State.database is not None and work.seconds:
        _State.database.add(work.seconds, {"operator": work.operator or "platform"})
