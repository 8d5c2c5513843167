"""A walk names every operation that fails, and leaves nothing of one to the next."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.http import HttpResponse

from outfitter_tenants.people.models import Role
from tests.contract.walk import put, walk
from tests.support import proofs, route_coverage


class Call(NamedTuple):
    """One method of one address."""

    method: str
    path: str


CALLS = [Call("GET", "/a"), Call("POST", "/b"), Call("GET", "/c")]


@pytest.fixture(autouse=True)
def _own_notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route_coverage, "FOLDER", tmp_path)


def _ask(operation: Call) -> HttpResponse | None:
    if operation.path == "/b":
        raise AssertionError("not refused")
    return HttpResponse() if operation.path == "/a" else None


def test_all_that_fail_are_named_and_only_the_others_are_proven(db: None) -> None:
    question = proofs.Question("is refused", lambda: CALLS, 3)
    with pytest.raises(AssertionError) as failed:
        walk(question, _ask)
    assert "POST /b: AssertionError: not refused" in str(failed.value)
    assert "GET /c: was not asked" in str(failed.value)
    assert "GET /a" not in str(failed.value)
    assert proofs.proven() == {("is refused", "GET", "/a")}


def test_a_walk_past_too_few_proves_nothing(db: None) -> None:
    with pytest.raises(AssertionError, match="of 3 only"):
        walk(proofs.Question("is refused", lambda: CALLS, 4), lambda _: HttpResponse())


def test_what_one_writes_the_next_does_not_meet(reef: Any) -> None:
    from django.db import connection

    def ask(_: Call) -> HttpResponse:
        connection.set_tenant(reef)  # type: ignore[attr-defined]
        Role.objects.create(slug="once", name="Once", permissions=[])
        return HttpResponse()

    assert put(CALLS, ask) == (CALLS, [])


def test_a_broken_statement_of_one_does_not_concern_the_next(db: None) -> None:
    from django.db import connection

    def ask(operation: Call) -> HttpResponse:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1" if operation.path != "/a" else "SELECT nothing")
        return HttpResponse()

    right, wrong = put(CALLS, ask)
    assert right == CALLS[1:]
    assert len(wrong) == 1
