"""
An event as it may leave: made anew of what is known to be nobody's data (ADR 142).

What the client library collects in its next version is not among it. The text of an exception or of a
log line is kept where a programmer wrote every letter of it: a template, a literal of the code that
raised, or what the interpreter says about names in the code.
"""

import logging
import re
from collections.abc import Mapping
from types import CodeType, TracebackType
from typing import Any, Final

from outfitter.error_reports.personal_data import hide, hide_literals

LEFT_OUT: Final = "[left out: it may hold personal data]"
_EVENT: Final = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk")
_EXCEPTION: Final = ("type", "module")
_FRAME: Final = (
    "filename",
    "function",
    "module",
    "lineno",
    "colno",
    "in_app",
    "context_line",
    "pre_context",
    "post_context",
)
# Ours; what others attach (addresses, hosts, arguments) is not.
_TAGS: Final = frozenset({"operator", "plugin", "job", "celery_task", "reference"})
_TRACE: Final = ("trace_id", "span_id", "parent_span_id")
_CRUMB: Final = ("type", "category", "level", "timestamp")
# Whose log lines are templates: ours (the linter sees to it), and those of what we are made with.
_TEMPLATES: Final = ("outfitter", "django", "celery")
_INTERPRETERS: Final = re.compile(
    r"'[\w.]+' object has no attribute '[a-z_]\w*'"
    r"|'[\w.]+' object is not (?:subscriptable|callable|iterable)"
    r"|name '[a-z_]\w*' is not defined"
    r"|[\w.]+\(\) (?:got an unexpected keyword argument '[a-z_]\w*'"
    r"|missing \d+ required (?:positional|keyword-only) arguments?: '[a-z_]\w*')"
    r"|unsupported operand type\(s\) for \S+: '\w+' and '\w+'"
    r"|division by zero|list index out of range|maximum recursion depth exceeded.*"
)

Event = dict[str, Any]
Hint = Mapping[str, Any]


def event(found: Mapping[str, Any], hint: Hint) -> Event:
    """Return what may be sent of an event."""
    kept: Event = {name: found[name] for name in _EVENT if name in found}
    kept["tags"] = {k: str(v) for k, v in (found.get("tags") or {}).items() if k in _TAGS}
    kept["contexts"] = _contexts(found.get("contexts") or {})
    if "id" in (user := found.get("user") or {}):
        kept["user"] = {"id": str(int(user["id"]))}
    if (found.get("transaction_info") or {}).get("source") in {"route", "task"}:
        kept["transaction"] = found.get("transaction")
    if method := (found.get("request") or {}).get("method"):
        kept["request"] = {"method": method}
    if "exception" in found:
        kept["exception"] = {"values": _exceptions(found["exception"].get("values") or [], hint)}
    if "logentry" in found:
        kept["logentry"] = {"message": template_of(hint.get("log_record"))}
    crumbs = (found.get("breadcrumbs") or {}).get("values") or []
    kept["breadcrumbs"] = {"values": [breadcrumb(one, {}) for one in crumbs]}
    return kept


def breadcrumb(found: Mapping[str, Any], hint: Hint) -> dict[str, Any]:
    """Return what may be kept of something that happened before."""
    kept = {name: found[name] for name in _CRUMB if name in found}
    record, said = hint.get("log_record"), found.get("message")
    if record is not None:
        kept["message"] = template_of(record)
    elif found.get("category") == "query":
        kept["message"] = hide(hide_literals(str(said)))
    elif not hint and isinstance(said, str):
        # For the second time, with its event: what the first left of it.
        kept["message"] = hide(said)
    data = found.get("data") or {}
    asked = {name: data[name] for name in ("http.method", "http.response.status_code") if name in data}
    return {**kept, **({"data": asked} if asked else {})}


def template_of(record: logging.LogRecord | None) -> str:
    """Return a log line without what was put into it."""
    if record is None or not is_ours(record.name):
        return LEFT_OUT
    return hide(str(getattr(record, "template", record.msg)))


def is_ours(logger: str) -> bool:
    """Return whether a logger's lines are templates, with what is put into them beside."""
    return logger.split(".", 1)[0].split("_", 1)[0] in _TEMPLATES


def text_of(problem: BaseException) -> str:
    """Return the text of an exception where a programmer or the interpreter wrote every letter of it."""
    said = str(problem)
    is_known = said in _literals(problem) or _INTERPRETERS.fullmatch(said)
    return hide(said) if is_known else LEFT_OUT if said else ""


def _contexts(found: Mapping[str, Any]) -> dict[str, Any]:
    trace = {name: found["trace"][name] for name in _TRACE if name in (found.get("trace") or {})}
    runtime = {k: v for k, v in (found.get("runtime") or {}).items() if k in {"name", "version", "build"}}
    return {"trace": trace, "runtime": runtime}


def _exceptions(found: list[dict[str, Any]], hint: Hint) -> list[dict[str, Any]]:
    problem = (hint.get("exc_info") or (None, None, None))[1]
    literals = _literals(problem)
    return [_exception(one, literals) for one in found]


def _exception(found: Mapping[str, Any], literals: frozenset[str]) -> dict[str, Any]:
    kept: dict[str, Any] = {name: found[name] for name in _EXCEPTION if name in found}
    said = str(found.get("value") or "")
    is_ours = said in literals or _INTERPRETERS.fullmatch(said)
    kept["value"] = hide(said) if is_ours else LEFT_OUT if said else ""
    mechanism = found.get("mechanism") or {}
    kept["mechanism"] = {name: mechanism[name] for name in ("type", "handled") if name in mechanism}
    frames = (found.get("stacktrace") or {}).get("frames") or []
    kept["stacktrace"] = {"frames": [{n: one[n] for n in _FRAME if n in one} for one in frames]}
    return kept


def _literals(problem: BaseException | None) -> frozenset[str]:
    """Return the texts that stand in the code which an exception and its causes came through."""
    texts: set[str] = set()
    seen: set[int] = set()
    while problem is not None and id(problem) not in seen:
        seen.add(id(problem))
        step: TracebackType | None = problem.__traceback__
        while step is not None:
            texts |= _texts_of(step.tb_frame.f_code)
            step = step.tb_next
        problem = problem.__cause__ or problem.__context__
    return frozenset(texts)


def _texts_of(code: CodeType) -> set[str]:
    return {one for one in code.co_consts if isinstance(one, str) and one}
