"""An OpenAPI document of a protocol, from a plugin's own types, and requests made of it."""

import json
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.example_count import how_many

REF = "#/components/schemas/{model}"
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
CALM = settings(
    max_examples=how_many(12),
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
# What breaks servers that read before they think.
HOSTILE = (b"", b"{", b"[" * 100_000, b'{"a":', b'"\\ud800"', b"\xff\xfe", b"null", b"[]", b"1e999")
# Kinds of answers that are no JSON.
TEXT, NOTHING = "text", "nothing"


@dataclass(frozen=True)
class Operation:
    """What can be asked; `answers` maps a status to a type, TEXT or NOTHING."""

    method: str
    path: str
    answers: Mapping[int, Any]
    body: Any = None
    query: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    required: Sequence[str] = ()


def document(title: str, operations: Sequence[Operation]) -> dict[str, Any]:
    """Return the document."""
    types = [one.body for one in operations if one.body is not None]
    types += [t for one in operations for t in one.answers.values() if not isinstance(t, str)]
    adapters = [(number, "validation", TypeAdapter(t)) for number, t in enumerate(types)]
    schemas, shared = TypeAdapter.json_schemas(adapters, ref_template=REF)  # type: ignore[arg-type]
    known = {id(t): schemas[number, "validation"] for number, t in enumerate(types)}
    paths: dict[str, Any] = {}
    for one in operations:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": "1"},
        "paths": paths,
        "components": {"schemas": shared.get("$defs", {})},
    }


def _operation(one: Operation, known: Mapping[int, Any]) -> dict[str, Any]:
    names = [part[1:-1] for part in one.path.split("/") if part.startswith("{")]
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in names
    ]
    parameters += [
        {"name": name, "in": "query", "required": name in one.required, "schema": dict(schema)}
        for name, schema in one.query.items()
    ]
    found: dict[str, Any] = {
        "parameters": parameters,
        "responses": {str(status): _answer(t, known) for status, t in one.answers.items()},
    }
    if one.body is not None:
        content = {"application/json": {"schema": known[id(one.body)]}}
        found["requestBody"] = {"required": True, "content": content}
    return found


def _answer(kind: Any, known: Mapping[int, Any]) -> dict[str, Any]:
    if kind == NOTHING:
        return {"description": "Nothing"}
    if kind == TEXT:
        return {"description": "Text", "content": {"text/plain": {"schema": {"type": "string"}}}}
    return {"description": "Answer", "content": {"application/json": {"schema": known[id(kind)]}}}


class InProcess:
    """The product as a WSGI application on the test's own database connection."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self.application, self.environ = get_wsgi_application(), dict(environ)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        """Answer as the operator's host, to whom these headers name."""
        for moment in (request_started, request_finished):
            moment.disconnect(close_old_connections)
        environ.update({"HTTP_HOST": "reef.localhost", **self.environ})
        return self.application(environ, start_response)


def wrong_answers(
    found: Mapping[str, Any], environ: Mapping[str, str], known: Mapping[str, Sequence[str]]
) -> list[str]:
    """Ask every operation in all kinds of ways; return what was wrong, in words."""
    schema = schemathesis.openapi.from_dict(json.loads(json.dumps(found)))
    schema.app = InProcess(environ)
    wrong: list[str] = []
    for one in schema.get_all_operations():
        operation = one.ok()
        try:
            CALM(given(case=_cases(operation, known))(_send))()
        except (FailureGroup, AssertionError) as problem:
            parts = problem.exceptions if isinstance(problem, FailureGroup) else [problem]
            wrong += [f"{operation.label}: {part}" for part in parts]
    return wrong


def _cases(operation: Any, known: Mapping[str, Sequence[str]]) -> st.SearchStrategy[Case]:
    good, bad = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
    names = [parameter.name for parameter in operation.path_parameters]
    found = [operation.as_strategy(good)]
    for number in range(max((len(known.get(name, ())) for name in names), default=0)):
        fixed = {name: known[name][number] for name in names if name in known}
        found.append(operation.as_strategy(good, path_parameters=fixed))
    if operation.body or operation.query or names:
        found.append(operation.as_strategy(bad))
    return st.one_of(found)


def _send(case: Case) -> None:
    with taken_back():
        response = case.call()
    case.validate_response(response, checks=CHECKS)


@contextmanager
def taken_back() -> Any:
    """Run one request; take back what it changed, count no limit, leave no schema behind."""
    cache.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    connection.set_schema_to_public()
