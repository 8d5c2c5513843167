"""Errors of requests and jobs arrive with where they come from, and with nobody's data."""

import io
import json
import logging
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import RequestFactory

from outfitter.db.tenant_schema import in_schema
from outfitter.db.tenant_tasks import tenant_task
from outfitter.error_reports import allow_list, client
from outfitter.plugins import redaction
from outfitter_tenants.backoffice import init
from tests.error_reports import plants
from tests.error_reports.conftest import RELEASE, Received
from tests.support import database
from tests.support.owner_client import owner_of

REEF = database.REEF.schema_name
log = logging.getLogger("outfitter.test_reports")


class NoSeat(Exception):
    """What a test raises, with data in its words."""


def meet_data() -> None:
    """Do what leaves breadcrumbs, then fail; the data is in locals, statements, logs and the error."""
    guest = {"name": plants.NAME, "email": plants.EMAIL}
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT '{plants.NAME}', '{plants.EMAIL}', %s", [plants.PHONE])
    log.warning("nothing free for %s (%s)", plants.NAME, guest)
    logging.getLogger("somebody.elses").warning("%s", plants.sentence())
    log.error("guest %s has no seat, card %s", plants.NAME, plants.CARD)
    try:
        raise ValueError(plants.NAME)
    except ValueError as problem:
        raise NoSeat(plants.sentence()) from problem


@tenant_task("test_reports.fail", queue="default")
def fail(*, guest: str, link: str) -> None:
    """A job that fails."""
    meet_data()


def call(cookies: str, path: str, **headers: str) -> tuple[int, dict[str, Any]]:
    """Ask as a server does, outside of whatever tests put around requests."""
    environ = RequestFactory(HTTP_HOST="reef.localhost", HTTP_COOKIE=cookies, **headers).get(path).environ
    environ["wsgi.input"] = io.BytesIO()
    said: list[str] = []
    answer = WSGIHandler()(environ, lambda status, _headers: said.append(status))
    return int(said[0].split()[0]), json.loads(b"".join(answer))


@pytest.fixture
def ask(
    reef: Any, client_for: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> Callable[[], tuple[int, Any]]:
    """Return what asks an operation that fails, as the owner, with data wherever a request has any."""
    # A server closes what is left of the request before; this one shares the test's connection.
    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: None)
    owner = owner_of(client_for)
    cookies = "; ".join(f"{one.key}={one.value}" for one in owner.cookies.values())

    def broken(**_named: Any) -> dict[str, Any]:
        meet_data()
        return {}

    monkeypatch.setattr(init, "app_init", broken)
    path = f"/app/init?q={plants.NAME.replace(' ', '%20')}&token={plants.TOKEN}"
    return lambda: call(f"{cookies}; note={plants.HASH}", path, HTTP_AUTHORIZATION=f"Bearer {plants.TOKEN}")


def test_a_request(ask: Any, received: type[Received]) -> None:
    status, body = ask()

    assert (status, body["code"]) == (500, "internal_error")
    told, failed = received.events
    assert plants.found_in(received.bodies) == []
    # The person and the report have the same reference.
    assert body["detail"]["reference"] == failed["event_id"]
    assert (failed["release"], failed["environment"]) == (RELEASE, "testing")
    assert failed["tags"] == {"operator": "reef"}
    assert failed["transaction"] == "/app/init"
    assert int(failed["user"]["id"]) > 0
    assert failed["request"] == {"method": "GET"}
    assert [one["type"] for one in failed["exception"]["values"]] == ["ValueError", "NoSeat"]
    assert failed["exception"]["values"][1]["stacktrace"]["frames"][-1]["function"] == "meet_data"
    assert told["logentry"] == {"message": "guest %s has no seat, card %s"}
    messages = [one.get("message") for one in failed["breadcrumbs"]["values"]]
    assert "nothing free for %s (%s)" in messages
    assert "SELECT ?, ?, %s" in messages


def test_a_job(reef: Any, received: type[Received]) -> None:
    connection.set_schema_to_public()  # type: ignore[attr-defined]  # django-tenants

    fail.apply(kwargs={"guest": plants.NAME, "link": plants.HASH}, headers={"outfitter_schema": REEF})

    failed = received.events[-1]
    assert plants.found_in(received.bodies) == []
    assert failed["release"] == RELEASE
    assert failed["tags"] == {"operator": "reef", "celery_task": "test_reports.fail"}
    assert failed["exception"]["values"][-1]["type"] == "NoSeat"


@pytest.mark.parametrize("of", ["request", "job"])
def test_without_the_list_the_data_would_arrive(
    of: str, ask: Any, received: type[Received], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allow_list, "event", lambda event, _hint: event)
    monkeypatch.setattr(allow_list, "breadcrumb", lambda crumb, _hint: crumb)

    if of == "request":
        ask()
    else:
        fail.apply(kwargs={"guest": plants.NAME, "link": plants.HASH}, headers={"outfitter_schema": REEF})

    assert {plants.NAME, plants.EMAIL, plants.CARD, plants.HASH} <= set(plants.found_in(received.bodies))


def test_a_plugin_and_a_kind_of_job(reef: Any, received: type[Received]) -> None:
    try:
        with (
            in_schema(REEF),
            redaction.redact_secrets({"key": plants.TOKEN}),
            redaction.redact_errors("slack"),
        ):
            log.error("%s was refused by %s", plants.TOKEN, plants.NAME)
            raise NoSeat(plants.sentence())
    except NoSeat as problem:
        references = [client.report(problem, job="plugins.action") for _ in range(2)]

    logged, failed = received.events
    assert references == [failed["event_id"]] * 2
    assert logged["logentry"] == {"message": "%s was refused by %s"}
    assert logged["tags"] == {"operator": "reef", "plugin": "slack"}
    assert failed["tags"] == {"operator": "reef", "plugin": "slack", "job": "plugins.action"}
    assert plants.found_in(received.bodies) == []


def test_words_of_the_code_stay(received: type[Received]) -> None:
    def said(do: Callable[[], object]) -> str:
        with pytest.raises(Exception) as caught:  # noqa: PT011  (any of them)
            do()
        client.report(caught.value)
        return str(received.events[-1]["exception"]["values"][-1]["value"])

    def literal() -> None:
        raise NoSeat("a rule that no guest is part of")

    assert said(literal) == "a rule that no guest is part of"
    assert said(lambda: None.total) == "'NoneType' object has no attribute 'total'"  # type: ignore[attr-defined]
    assert said(lambda: int(plants.NAME)) == allow_list.LEFT_OUT
    assert said(lambda: {}[plants.NAME]) == allow_list.LEFT_OUT


def test_nothing_is_reported_without_an_address(ask: Any, caplog: pytest.LogCaptureFixture) -> None:
    status, body = ask()

    assert status == 500
    # The log has the reference that the person was shown.
    assert body["detail"]["reference"] in caplog.text


def test_nothing_is_loaded_without_an_address() -> None:
    code = (
        "import sys\n"
        "from outfitter.error_reports import client\n"
        "client.start(dsn='', release='', environment='')\n"
        "client.report(ValueError())\n"
        "print('sentry_sdk' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": "platform"},
    )

    assert done.stdout.strip() == "False"
