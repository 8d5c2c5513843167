"""
Fixtures of a plugin's tests: `pytest_plugins = ["outfitter.sdk.testing"]` in its conftest.py.

`tenant` and `other_tenant` are operators of a test database, `clock` stands still until it is
moved, `transport` is the network. Every database test is undone at its end.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection

from outfitter.plugins import circuit_breaker, fair_queue
from outfitter.testing import database, frozen_clock, http_recorder, tenants


@pytest.fixture(scope="session")
def django_db_setup(request: pytest.FixtureRequest, django_db_blocker: Any) -> Iterator[None]:
    """Copy the template database for this worker; drop the copy at the end."""
    worker = getattr(request.config, "workerinput", {}).get("workerid", "main")
    with django_db_blocker.unblock():
        database.prepare_database(worker)
    yield
    with django_db_blocker.unblock():
        database.drop_database(worker)


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
