"""
Generated requests against every operation of the exported OpenAPI document.

Well-formed and malformed data, ids that exist and ids that do not, as the owner, as a visitor and
on the platform's own host: never a server error, errors of one shape, answers as documented.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache as shared_cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection, transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument, Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from launcher.paths import CONTRACT
from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts
from outfitter.plugins.payments import providers
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.refunds import gateway_refunds
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.scheduling import queries as scheduling
from tests.support.api_operations import every_operation
from tests.support.database import PASSWORD, REEF
from tests.support.example_count import how_many, patience
from tests.support.sales import FakeGateway, fill_cart, make_offer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(patience(240)),
    # Generated data may hold what a client library frowns upon.
    pytest.mark.filterwarnings("ignore"),
]
EXAMPLES = how_many(3)
# Whoever is turned away at the door is turned away whatever they bring.
AT_THE_DOOR = 1
# The operations are tried in so many parts, which run side by side.
PARTS = 4
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SPOKEN = "/api/ai-call-agent/"
# Not our failure, and said as documented: whom we would have to ask is away, or nobody.
AWAY = {"speech_away", "assistant_away", "assistant_not_connected"}
CALM = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
# What breaks servers that read before they think.
HOSTILE = (b"", b"{", b"[" * 100_000, b'{"a":', b'"\\ud800"', b"\xff\xfe", b"null", b"[]", b"1e999")
# As the owner all the others go to every operation in test_bodies.py and test_malformed_requests.py.
AS_THE_OWNER = (b"null",)


@cache
def for_staff() -> set[str]:
    """Return the labels of the operations that a visitor never gets into."""
    return {f"{one.method} {one.path}" for one in every_operation() if one.is_staff_only}


def operations(person: "Person") -> list[APIOperation]:
    """
    Return every operation of the product, as exported, to be asked by that person.

    An operator without a plugin gets 404 on its routes whatever is asked: its own tests ask them.
    """
    schema = document()
    schema.app = InProcess(person)
    return every_one()


@cache
def document() -> Any:
    """
    Return the OpenAPI document as it is kept: that it is what the code says, `lint` checks.

    Read once: what generates requests is kept with its operations.
    """
    return schemathesis.openapi.from_dict(json.loads(CONTRACT.read_text(encoding="utf-8")))


@cache
def every_one() -> list[APIOperation]:
    """Return the operations of the document, without those of plugins."""
    found = (one.ok() for one in document().get_all_operations())
    return [one for one in found if not one.path.startswith("/api/plugins/")]


class InProcess:
    """The product as a WSGI application on the test's own database connection."""

    def __init__(self, person: "Person") -> None:
        self.application = get_wsgi_application()
        self.person = person

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        # A server closes old connections around every request, Django's test client wants it back.
        for moment in (request_started, request_finished):
            moment.disconnect(close_old_connections)
        environ.update(self.person.environ)
        return self.application(environ, start_response)


def is_served(operation: APIOperation, *, on_apex: bool) -> bool:
    """Return whether an operation belongs to a kind of host."""
    is_platform = operation.path.startswith(("/signup/", "/api/platform/", "/kpis/", "/partner/hubspot/"))
    return is_platform == on_apex or operation.path.startswith("/api/tos/")


class Person:
    """Who asks: a host, and the cookies of a session."""

    def __init__(self, host: str, cookies: dict[str, str] | None = None) -> None:
        self.is_staff = cookies is not None
        self.environ = {"HTTP_HOST": host, "HTTP_X_REQUESTED_WITH": "XMLHttpRequest"}
        self.environ["HTTP_ACCEPT_ENCODING"] = "identity"
        if cookies:
            pairs = [f"{name}={value}" for name, value in cookies.items()]
            self.environ["HTTP_COOKIE"] = "; ".join(pairs)
            self.environ["HTTP_X_CSRFTOKEN"] = cookies["csrftoken"]

    def send(self, case: Case) -> None:
        """Send one generated request, in a transaction that is taken back, and judge the answer."""
        with taken_back():
            response = case.call()
        if response.status_code >= 400:
            expect_our_error(response.content, is_spoken=case.operation.path.startswith(SPOKEN))
        is_away = response.status_code == 503 and json.loads(response.content)["code"] in AWAY
        case.validate_response(response, checks=CHECKS[1:] if is_away else CHECKS)

    def send_bytes(self, path: str, body: bytes) -> None:
        """
        Send bytes that are hardly a request.

        :raises AssertionError: the server failed, or refused in another shape
        """
        with taken_back():
            sent = {"content_type": "application/json", **self.environ}
            answer = Client().generic("POST", path, body, **sent)
        assert answer.status_code < 500, f"{body[:20]!r}: {answer.status_code}"
        if answer.status_code >= 400:
            expect_our_error(answer.content, is_spoken=path.startswith(SPOKEN))


@contextmanager
def taken_back() -> Iterator[None]:
    """Run one request; take back what it changed, count no limit, leave no schema behind."""
    shared_cache.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    connection.set_schema_to_public()


def expect_our_error(content: bytes, *, is_spoken: bool) -> None:
    """
    Check the one shape of errors; those of voice agents also have a sentence to be said aloud.

    :raises AssertionError: it is another one
    """
    body = json.loads(content)
    assert set(body) == {"code", "message", "detail"} | ({"spoken"} if is_spoken else set()), body
    assert isinstance(body["code"], str), body
    assert isinstance(body["message"], str), body
    assert isinstance(body["detail"], dict), body


def cases(operation: APIOperation, known: dict[str, Any]) -> st.SearchStrategy[Case]:
    """Return valid and invalid requests, half of them with ids that exist."""
    names = {parameter.name for parameter in operation.path_parameters}
    fixed = {name: value for name, value in known.items() if name in names}
    good, bad = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
    found = [operation.as_strategy(good), operation.as_strategy(good, path_parameters=fixed)]
    if operation.body or set(names) - set(fixed):
        found.append(operation.as_strategy(bad, path_parameters=fixed))
    return st.one_of(found)


def run(person: Person, chosen: list[APIOperation], known: dict[str, Any]) -> list[str]:
    """Try every operation; return what is wrong, in words."""
    wrong: list[str] = []
    for operation in chosen:
        is_let_in = person.is_staff or operation.label not in for_staff()
        few = settings(CALM, max_examples=EXAMPLES if is_let_in else AT_THE_DOOR)
        try:
            few(given(case=cases(operation, known))(lambda case: person.send(case)))()
        except (FailureGroup, AssertionError) as problem:
            wrong.append(f"{operation.label}: {_words(problem)}")
        except (InvalidArgument, Unsatisfiable) as problem:
            wrong.append(f"{operation.label}: nothing could be generated ({problem})")
        if operation.method.upper() == "POST":
            bodies = AS_THE_OWNER if person.is_staff else HOSTILE if is_let_in else HOSTILE[:AT_THE_DOOR]
            wrong += send_hostile(person, operation, known, bodies)
    return wrong


def send_hostile(
    person: Person, operation: APIOperation, known: dict[str, Any], bodies: Sequence[bytes]
) -> list[str]:
    """Send an operation what is no JSON, or hardly; return what is wrong, in words."""
    path = operation.path.format(**{**_filler(operation), **known})
    wrong: list[str] = []
    for body in bodies:
        try:
            person.send_bytes(path, body)
        except AssertionError as problem:
            wrong.append(f"{operation.label}: {problem}")
    return wrong


def _filler(operation: APIOperation) -> dict[str, Any]:
    return {parameter.name: 1 for parameter in operation.path_parameters}


def _words(problem: BaseException) -> str:
    parts = problem.exceptions if isinstance(problem, FailureGroup) else [problem]
    return " | ".join(str(part) for part in parts)


@pytest.fixture
def known(reef: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Values of path parameters that exist at the operator; its payments reach no gateway."""
    gateway = FakeGateway()

    def provider(*, schema_name: str) -> Any:
        return contexts.context_for(schema_name=schema_name), gateway

    for module in (intent_calls, intents, gateway_refunds, providers):
        monkeypatch.setattr(module, "payment_provider", provider)
    offer = make_offer()
    trip = trip_full(trip_id=fill_cart(offer), at=utc_now())
    slot = scheduling.get_timeslot(timeslot_id=offer.timeslot_id)
    connection.set_schema_to_public()
    order = trip["tripOrders"][0]
    return {
        "trip": trip["hash"],
        "hash": trip["hash"],
        "tripOrder": order["id"],
        "booking": order["bookings"][0]["id"],
        "booking_status": 1,
        "waiverId": 0,
        "experience": offer.experience_id,
        "experienceDate": slot.experience_date_id,
        "timeslot": offer.timeslot_id,
        "tripMethod": "ecommerce",
        "date": slot.date.isoformat(),
        "firstDay": slot.date.isoformat(),
        "lastDay": slot.date.isoformat(),
        "tos": 1,
    }


def owner(browser: Client) -> Person:
    """Return the owner of the operator, signed in."""
    body = {"email": REEF.owner_email, "password": PASSWORD}
    answer = browser.post("/api/login", body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    return Person("reef.localhost", {name: one.value for name, one in browser.cookies.items()})


def part_of(person: Person, part: int) -> list[APIOperation]:
    """Return every fourth operation of an operator's host."""
    return [one for one in operations(person) if is_served(one, on_apex=False)][part::PARTS]


@pytest.fixture(scope="module", params=range(PARTS))
def part(request: pytest.FixtureRequest) -> int:
    """One of the parts; of the module, so that who asks the same operations comes one after the other."""
    return int(request.param)


def test_as_the_owner(known: dict[str, Any], client_for: Callable[[str], Client], part: int) -> None:
    person = owner(client_for("reef"))
    assert not (wrong := run(person, part_of(person, part), known)), "\n".join(wrong)


def test_as_a_visitor(known: dict[str, Any], part: int) -> None:
    person = Person("reef.localhost")
    assert not (wrong := run(person, part_of(person, part), known)), "\n".join(wrong)


def test_on_the_platform_host(db: None) -> None:
    person = Person("localhost")
    chosen = [one for one in operations(person) if is_served(one, on_apex=True)]
    assert not (wrong := run(person, chosen, {})), "\n".join(wrong)
