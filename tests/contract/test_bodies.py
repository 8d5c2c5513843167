"""What is asked: every operation, asked for what cannot be read or is not there."""

from typing import Any

import pytest
from django.test import Client

from tests.contract import questions
from tests.contract.owner_session import browser_like
from tests.contract.request_bodies import REQUEST_BODIES
from tests.contract.walk import walk
from tests.support.api_operations import Operation, assert_error, call


@pytest.mark.parametrize(("body", "status"), questions.UNREADABLE)
def test_a_body_that_is_none(db: None, owners: Client, body: str, status: int) -> None:
    def ask(operation: Operation) -> Any:
        answer = call(browser_like(owners), operation, questions.plausible_path(operation), body)
        assert_error(answer, status)
        return answer

    walk(questions.UNREADABLE[body, status], ask)


def test_unknown_fields_are_named(db: None, owners: Client) -> None:
    def ask(operation: Operation) -> Any:
        body = {**REQUEST_BODIES.get(operation.name, {}), "no_such_field": 1}
        answer = call(browser_like(owners), operation, questions.plausible_path(operation), body)
        fields = assert_error(answer, 422, "validation_failed")["detail"]["fields"]
        assert "no_such_field" in fields
        return answer

    walk(questions.UNKNOWN_FIELDS, ask)


def test_ids_that_are_none_are_not_found(db: None, owners: Client) -> None:
    def ask(operation: Operation) -> Any:
        path = operation.fill(dict.fromkeys(operation.parameters, "%20x"))
        body = REQUEST_BODIES.get(operation.name)
        answer = call(browser_like(owners), operation, path, body)
        assert_error(answer, 404, "not_found")
        return answer

    walk(questions.NO_IDS, ask)
