"""A line of the log says what happened, where and for whom, and quotes nobody."""

import json
import logging
import sys

import pytest

from outfitter.telemetry.log_lines import JsonLines
from outfitter.telemetry.log_records import Lines
from outfitter.telemetry.work import Work, at
from tests.error_reports.plants import NAME, found_in, sentence

pytestmark = pytest.mark.rules


def line(logger: str, msg: object, *args: object, problem: BaseException | None = None) -> dict[str, object]:
    """Write a record and read it back."""
    info = (type(problem), problem, problem.__traceback__) if problem else None
    record = logging.LogRecord(logger, logging.ERROR, __file__, 1, msg, args, info)
    text = JsonLines().format(record)
    assert "\n" not in text
    assert not found_in([text])
    found: dict[str, object] = json.loads(text)
    return found


def test_a_line_says_whose_work_it_was() -> None:
    with at(Work(operator="reef", route="/api/trip/<id>/get")):
        found = line("outfitter.db.queue", "%s waits for %d s", "outbox.deliver", 12)
    assert found["message"] == "outbox.deliver waits for 12 s"
    assert (found["operator"], found["route"]) == ("reef", "/api/trip/<id>/get")
    assert (found["level"], found["logger"]) == ("error", "outfitter.db.queue")
    assert str(found["at"]).endswith("+00:00")


def test_outside_of_work_nothing_is_claimed() -> None:
    found = line("outfitter_tenants.crm", "done")
    assert found["message"] == "done"
    assert not {"operator", "route", "job", "trace_id"} & set(found)


@pytest.mark.parametrize(
    ("logger", "msg", "args", "says"),
    [
        ("outfitter_tenants.crm", "mail to %s failed", (sentence(),), "mail to … failed"),
        ("outfitter_tenants.crm", "mail to %s failed", (NAME,), "mail to … failed"),
        ("outfitter_tenants.crm", "%d of %s", ("7", "batch"), "%d of %s"),
        ("outfitter", "counted %s, rows say %s", ((1, 2), (3, 4)), "counted (1, 2), rows say (3, 4)"),
        ("django.request", "Not Found: %s", (f"/customerPortal/{NAME}",), "Not Found: …"),
        ("granian", "asked by %s", (NAME,), "asked by %s"),
        ("somebody.else", sentence(), (), "[left out: it may hold personal data]"),
    ],
)
def test_what_is_put_into_a_line_is_left_out(
    logger: str, msg: str, args: tuple[object, ...], says: str
) -> None:
    assert line(logger, msg, *args)["message"] == says


def test_celerys_lines_name_the_job_and_not_its_answer() -> None:
    record = logging.LogRecord(
        "celery.app.trace",
        logging.INFO,
        __file__,
        1,
        "Task %(name)s succeeded in %(runtime)ss: %(return_value)s",
        ({"name": "outbox.deliver", "runtime": 0.5, "return_value": sentence()},),
        None,
    )
    assert json.loads(JsonLines().format(record))["message"] == "Task outbox.deliver succeeded in 0.5s: …"


def test_an_exceptions_own_words_stay_and_quoted_ones_go() -> None:
    def fail(text: str) -> None:
        raise LookupError(text)

    for text, says in ((sentence(), "[left out: it may hold personal data]"), ("no such day", "no such day")):
        try:
            fail(text) if text != "no such day" else _no_such_day()
        except LookupError as problem:
            found = line("outfitter.api", "failed", problem=problem)["exception"]
            assert isinstance(found, dict)
            assert (found["type"], found["text"]) == ("LookupError", says)
            assert any("fail" in step or "_no_such_day" in step for step in found["stack"])


def _no_such_day() -> None:
    raise LookupError("no such day")


def test_what_is_sent_on_says_the_same() -> None:
    kept: list[object] = []

    class Provider:
        def get_logger(self, _name: str) -> "Provider":
            return self

        def emit(self, record: object) -> None:
            kept.append(record)

    record = logging.LogRecord("outfitter.crm", logging.WARNING, __file__, 1, "to %s", (sentence(),), None)
    with at(Work(operator="reef", job="messages.send")):
        Lines(Provider()).emit(record)
        Lines(Provider()).emit(logging.LogRecord("urllib3", 30, __file__, 1, sentence(), (), None))
    [sent] = kept
    assert getattr(sent, "body") == "to …"  # noqa: B009 (the SDK's class is not typed)
    assert getattr(sent, "attributes") == {"outfitter.operator": "reef", "outfitter.job": "messages.send"}  # noqa: B009
    assert getattr(sent, "severity_text") == "WARNING"  # noqa: B009
    assert "opentelemetry" in sys.modules
