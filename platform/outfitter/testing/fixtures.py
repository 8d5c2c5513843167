"""
Fixtures of a plugin's tests: `pytest_plugins = ["outfitter.sdk.testing"]` in its conftest.py.

`tenant` and `other_tenant` are operators of a test database, `clock` stands still until it is
moved, `transport` is the network. Every database test is undone at its end.
"""

import gc
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction

from outfitter.plugins import circuit_breaker, fair_queue
from outfitter.testing import database, frozen_clock, http_recorder, tenants


def pytest_collection_finish() -> None:
    """What is imported stays: going through it for garbage again and again takes a tenth of a run."""
    gc.collect()
    gc.freeze()
    # Tests make many small things that go by themselves; few circles are left behind.
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="session")
def django_db_setup(request: pytest.FixtureRequest, django_db_blocker: Any) -> Iterator[None]:
    """Copy the template database for this worker; drop the copy at the end."""
    worker = getattr(request.config, "workerinput", {}).get("workerid", "main")
    with django_db_blocker.unblock():
        database.prepare_database(worker)
    yield
    with django_db_blocker.unblock():
        database.drop_database(worker)


@pytest.fixture(scope="module")
def module_db(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Keep what fixtures of a module write for all its tests, and take it back at the end.

    Each test runs in a savepoint inside: what it writes itself, no other test sees.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        # As around a test: what the product wants to be outermost may begin in here.
        connection.atomic_blocks[-1]._from_testcase = True  # type: ignore[attr-defined]  # Django's own
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _clean_slate(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Begin and end in the public schema, with nothing remembered and no broker."""
    monkeypatch.setattr(fair_queue.serve_queues, "apply_async", lambda *_, **__: None)
    connection.set_schema_to_public()  # type: ignore[attr-defined]  # django-tenants
    circuit_breaker.reset_breakers()
    cache.clear()
    yield
    connection.set_schema_to_public()  # type: ignore[attr-defined]  # django-tenants


@pytest.fixture
def tenant(db: None) -> tenants.Tenant:
    """Return an operator in New York that sells in USD; the test works in its schema."""
    tenants.enter(database.REEF)
    return tenants.Tenant(database.REEF)


@pytest.fixture
def other_tenant(db: None) -> tenants.Tenant:
    """Return an operator in India that sells in INR, to show that nothing crosses over."""
    return tenants.Tenant(database.PEAK)


@pytest.fixture
def clock() -> Iterator[frozen_clock.Clock]:
    """Stop the product's clock at this moment."""
    with frozen_clock.stop_clock() as clock:
        yield clock


@pytest.fixture
def transport() -> Iterator[http_recorder.Transport]:
    """Take the network away: what a plugin sends is answered by rules and tapes."""
    with http_recorder.installed() as transport:
        yield transport
