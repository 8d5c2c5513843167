"""Operators, hosts and addresses: what one has, another does not find."""

from typing import Any

import pytest
from django.test import Client

from tests.contract import questions
from tests.contract.owner_session import browser_like, sign_in_owner
from tests.contract.request_bodies import REQUEST_BODIES
from tests.contract.walk import walk
from tests.support import database
from tests.support.api_operations import Operation, assert_error, call


@pytest.fixture(scope="module")
def neighbour(theirs: dict[str, int | str]) -> Client:
    """Return the browser of Peak's owner, where Reef has one of everything."""
    return sign_in_owner(database.PEAK)


class TestTenantsAreWalls:
    """Reef has a sold trip and an open cart; Peak asks for everything of it by id and hash."""

    def test_a_foreign_id_is_not_found(self, db: None, theirs: Any, neighbour: Client) -> None:
        def ask(operation: Operation) -> Any:
            path = operation.fill({"category": 999_999, "tos": 999_999, **theirs})
            body = REQUEST_BODIES.get(operation.name)
            answer = call(browser_like(neighbour), operation, path, body)
            assert_error(answer, 404)
            return answer

        walk(questions.FOREIGN_IDS, ask)

    def test_a_session_of_one_host_counts_for_nothing_on_another(
        self, owner: Client, client_for: Any
    ) -> None:
        other = client_for("peak")
        other.cookies = owner.cookies

        assert_error(other.get("/app/init"), 401, "unauthenticated")


class TestAddresses:
    @pytest.mark.parametrize("path", ["/api/nothing", "/xx/manifest", "/nothing", "/api"])
    def test_an_unknown_address_is_not_found(self, reef: Any, client_for: Any, path: str) -> None:
        assert_error(client_for("reef").get(path), 404, "not_found")

    def test_an_unknown_host_says_so(self, db: None) -> None:
        def ask(operation: Operation) -> Any:
            nobody = Client(HTTP_HOST="nobody.localhost")
            answer = call(nobody, operation, questions.plausible_path(operation))
            assert_error(answer, 404, "unknown_host")
            return answer

        walk(questions.UNKNOWN_HOST, ask)

    def test_people_get_a_page_instead(self, reef: Any, client_for: Any) -> None:
        answer = client_for("reef").get("/nothing", headers={"accept": "text/html"})

        assert answer.status_code == 404
        assert answer["Content-Type"].startswith("text/html")

    @pytest.mark.parametrize("method", ["delete", "put", "patch"])
    def test_a_wrong_method_is_named(self, reef: Any, client_for: Any, method: str) -> None:
        assert_error(getattr(client_for("reef"), method)("/api/init"), 405, "method_not_allowed")

    def test_health_needs_no_host(self, db: None) -> None:
        assert Client(HTTP_HOST="10.0.0.7").get("/healthz").json() == {"ok": True}
