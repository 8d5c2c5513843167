"""API keys: every operation, asked by a program that may read everything a key may read."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from outfitter.api import principal
from outfitter.kit.clock import utc_now
from outfitter_tenants.api_access import access_keys
from outfitter_tenants.api_access.read_scopes import READ_SCOPES
from tests.contract import questions
from tests.contract.test_safe_methods import NOTES_ITSELF, _writes
from tests.contract.walk import walk
from tests.support import database
from tests.support.api_operations import Operation, call
from tests.support.tenant_clients import enter_operator, make_client

_SAFE = {"GET", "HEAD"}
# A person's first page: there is nobody whose it could be.
PERSONAL = {"manifest_init", "calendar_init"}
# What an operator's programs are told where agents of partners are meant.
ELSEWHERE = {"forbidden", "agents_only"}
# Reports that are asked for by POST: the only unsafe addresses that open to keys.
REPORTS = {
    one.path
    for one in questions.TENANT
    if one.method == "POST" and one.name.startswith("report_") and one.path.count("/") == 3
}


@pytest.fixture(scope="module")
def program(module_db: None, theirs: dict[str, int | str]) -> Client:
    """Return a program whose key has every scope there is."""
    enter_operator(database.REEF.schema_name)
    draft = access_keys.KeyDraft("All", READ_SCOPES, 600, None)
    _, key = access_keys.create(draft=draft, at=utc_now())
    client = make_client(database.REEF.slug)
    client.raise_request_exception = False
    client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {key}"
    connection.set_schema_to_public()
    return client


def expected(operation: Operation) -> str:
    """Return what a key meets: `opens`, `refused` (by name), `scope` (it lacks one), `as_anybody`."""
    auth = operation.auth
    if isinstance(auth, principal.Public):
        return "as_anybody" if operation.method in _SAFE or auth.is_read else "refused"
    if not isinstance(auth, principal.SignedIn):
        return "as_anybody"
    is_look = operation.method in _SAFE or operation.path in REPORTS
    is_fetched = isinstance(auth, principal.SignedInFetch)
    if auth.permission is None or auth.is_confirmed or is_fetched or not is_look:
        return "refused"
    if not {auth.permission, auth.otherwise} & set(READ_SCOPES):
        return "scope"
    return "refused" if operation.name in PERSONAL else "opens"


def test_keys_open_what_they_may_read_and_nothing_else(
    program: Client, theirs: dict[str, int | str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outfitter_tenants.api_access.bearer.rate_limits.limit", lambda *_: None)

    def ask(operation: Operation) -> Any:
        path = operation.fill({**questions.plausible(operation), **theirs})
        with CaptureQueriesContext(connection) as seen:
            answer = call(program, operation, path)
        wanted = expected(operation)
        body = answer.json() if "json" in answer.headers.get("Content-Type", "") else None
        code = body.get("code") if isinstance(body, dict) else None
        assert answer.status_code < 500, answer.content[:300]
        if wanted in {"refused", "scope"}:
            told = "api_key_refused" if wanted == "refused" else "forbidden"
            assert (answer.status_code, code) == (403, told), answer.content[:300]
        elif wanted == "opens":
            assert answer.status_code not in {401, 403} or code in ELSEWHERE, answer.content[:300]
            written = _writes(seen.captured_queries) - NOTES_ITSELF.get(operation.name, set())
            assert written <= {"api_access_apikey"}, written
        return answer

    walk(questions.API_KEYS, ask)


def test_reports_are_the_only_ones_that_open_by_post() -> None:
    unsafe = [one for one in questions.TENANT if one.method not in _SAFE]
    opened = {one.path for one in unsafe if expected(one) == "opens"}
    assert opened <= REPORTS
    assert {"/api/reports/payments", "/api/reports/payouts"} <= opened
