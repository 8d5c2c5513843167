"""The OpenAPI document: what it says once, who may ask, and that a change of it is a few lines."""

import json
from copy import deepcopy
from typing import Any

import pytest

from outfitter.api.openapi import write
from tests.support.api_operations import every_operation, whole_document

pytestmark = pytest.mark.rules
ERROR = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorOut"}}}


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    return whole_document()


def operations(whole: dict[str, Any]) -> list[dict[str, Any]]:
    return [operation for item in whole["paths"].values() for operation in item.values()]


def answers(whole: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (operation["operationId"], status, answer)
        for operation in operations(whole)
        for status, answer in operation["responses"].items()
    ]


def test_an_error_is_told_once(whole: dict[str, Any]) -> None:
    told_again = [f"{name}: {at}" for name, at, one in answers(whole) if one.get("content") == ERROR]

    assert not told_again
    shared = whole["components"]["responses"]
    assert shared["Conflict"] == {"description": "Conflict", "content": ERROR}
    assert all(one["content"] == ERROR for one in shared.values())


def test_every_reference_leads_somewhere(whole: dict[str, Any]) -> None:
    waiting: list[Any] = [whole]
    lost = set()
    while waiting:
        one = waiting.pop()
        waiting += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        where = one.get("$ref") if isinstance(one, dict) else None
        if isinstance(where, str):
            _, _, kind, name = where.split("/")
            lost |= set() if name in whole["components"][kind] else {where}

    assert not lost


def test_a_shared_error_stands_for_its_own_status(whole: dict[str, Any]) -> None:
    found: dict[str, set[str]] = {}
    for _, status, answer in answers(whole):
        if "$ref" in answer:
            found.setdefault(status, set()).add(answer["$ref"].rpartition("/")[2])

    assert found["409"] == {"Conflict"}
    assert {status for status, names in found.items() if len(names) > 1} == set()


def test_every_operation_says_who_may_ask(whole: dict[str, Any]) -> None:
    said = {one["operationId"]: one["x-access"] for one in operations(whole)}
    staff = [one for one in every_operation() if one.is_staff_only]

    assert len(staff) > 300
    assert all(said.values())
    assert {one.name for one in staff if said[one.name] == "public"} == set()
    asked = {one.name: one.auth.permission for one in staff if one.auth.permission}
    assert {name for name, code in asked.items() if said[name].split(", ")[0] != code} == set()


def test_a_plugins_operation_says_what_the_host_demands_for_it(whole: dict[str, Any]) -> None:
    found = {
        operation["x-access"]
        for path, item in whole["paths"].items()
        for operation in item.values()
        if path.startswith("/api/plugins/getyourguide/")
    }

    assert found == {"setup.plugins"}


def test_what_is_written_is_the_document_in_order(whole: dict[str, Any]) -> None:
    assert json.loads(write(whole)) == whole
    for part in (whole["paths"], *whole["components"].values()):
        assert list(part) == sorted(part)


def test_a_field_more_is_two_lines(whole: dict[str, Any]) -> None:
    changed = deepcopy(whole)
    schema = changed["components"]["schemas"]["TripOrderOut"]
    schema["properties"]["colour"] = {"type": "string"}
    schema["required"].append("colour")

    before = write(whole).splitlines()
    fresh = set(write(changed).splitlines()) - set(before)
    # What stood last before it gets a comma.
    assert len(fresh) <= 4
    assert len(write(changed).splitlines()) == len(before) + 2


def test_the_errors_of_an_operation_are_one_line(whole: dict[str, Any]) -> None:
    lines = [line for line in write(whole).splitlines() if "#/components/responses/" in line]
    refusing = {name for name, _, answer in answers(whole) if "$ref" in answer}

    assert len(lines) == len(refusing) > 500
