"""Around every job: counted, and traced as a part of what sent it."""

import time
from contextlib import ExitStack
from typing import Any, Final

from celery.signals import before_task_publish, task_postrun, task_prerun

from outfitter.db.tenant_schema import PUBLIC
from outfitter.db.tenant_tasks import HEADER
from outfitter.telemetry import meters, operator_names, traces
from outfitter.telemetry.work import Work, at

OUTCOMES: Final = {"SUCCESS": "done", "RETRY": "retried"}
_open: dict[str, tuple[ExitStack, Work, float]] = {}


def install() -> None:
    """Listen to Celery from now on."""
    before_task_publish.connect(_send, dispatch_uid="outfitter.telemetry.send")
    task_prerun.connect(_begin, dispatch_uid="outfitter.telemetry.begin")
    task_postrun.connect(_end, dispatch_uid="outfitter.telemetry.end")


def _send(headers: dict[str, Any] | None = None, **_sent: Any) -> None:
    parent = traces.traceparent()
    if headers is not None and parent:
        headers[traces.PARENT] = parent


def _begin(task_id: str = "", task: Any = None, **_sent: Any) -> None:
    schema = _header(task, HEADER) or PUBLIC
    work = Work(job=task.name, operator="" if schema == PUBLIC else operator_names.slug_of(schema))
    stack = ExitStack()
    stack.enter_context(at(work))
    stack.enter_context(
        traces.span(
            f"job {work.job}",
            "CONSUMER",
            parent=_header(task, traces.PARENT),
            attributes={"outfitter.job": work.job, "outfitter.operator": work.operator},
        )
    )
    _open[task_id] = (stack, work, time.perf_counter())


def _end(task_id: str = "", state: str = "", **_sent: Any) -> None:
    found = _open.pop(task_id, None)
    if found is None:
        return
    stack, work, began = found
    meters.job(work, outcome=OUTCOMES.get(state, "failed"), seconds=time.perf_counter() - began)
    stack.close()


def _header(task: Any, name: str) -> str:
    request = task.request
    return str(getattr(request, name, None) or (request.headers or {}).get(name) or "")
