"""Fixtures of every database test: a database of its own, two operators, clients by host."""

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client, TransactionTestCase

from outfitter.db import configuration
from outfitter.testing.fixtures import (
    clock,
    module_db,
    other_tenant,
    pytest_collection_finish,
    tenant,
    transport,
)
from tests.support import database, kept_reads, proofs, route_coverage
from tests.support.clean_slate import forget_everything
from tests.support.tenant_clients import enter_operator, make_client

# Distributions of other people, with tests of their own.
collect_ignore = ["third_party"]
# Plugins of ours are tested with what other people's are tested with.
__all__ = ["clock", "module_db", "other_tenant", "pytest_collection_finish", "tenant", "transport"]


def pytest_configure(config: pytest.Config) -> None:
    """A run starts with nothing noted; workers share the folder and leave it alone."""
    if not hasattr(config, "workerinput"):
        route_coverage.forget()
        proofs.forget()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """
    After a whole run nothing may be left unproven.

    Every served route was answered well and refused; every operation was asked every question that
    concerns it.
    """
    if hasattr(session.config, "workerinput") or os.environ.get("OUTFITTER_WHOLE_RUN") != "1":
        return
    from tests.contract.questions import QUESTIONS

    missing = [f"route not exercised: {x}" for x in route_coverage.gaps(route_coverage.served_operations())]
    missing += [f"question not answered: {x}" for x in proofs.gaps(QUESTIONS)]
    for line in missing:
        sys.stderr.write(f"{line}\n")
    if missing and exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def django_db_setup(request: pytest.FixtureRequest, django_db_blocker: Any) -> Iterator[None]:
    """Copy the template database for this worker; drop the copy at the end."""
    worker = getattr(request.config, "workerinput", {}).get("workerid", "main")
    with django_db_blocker.unblock():
        database.prepare_database(worker)
    yield
    with django_db_blocker.unblock():
        database.drop_database(worker)


# After a test that commits, its rows are taken back instead of every table emptied.
TransactionTestCase._fixture_teardown = lambda self: None


def commits(item: pytest.Item) -> bool:
    """Return whether a test leaves in the database what it writes."""
    marker = item.get_closest_marker("django_db")
    names = getattr(item, "fixturenames", ())
    return "transactional_db" in names or bool(marker and marker.kwargs.get("transaction"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Remember what is there before a test that commits."""
    if commits(item):
        database.keep_database()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Give the next test an untouched database when this one committed."""
    try:
        return (yield)
    finally:
        if commits(item):
            database.renew_database()
        database.forget_broken_connections()


@pytest.fixture(autouse=True)
def _clean_slate() -> Iterator[None]:
    """Start and end each test in the public schema with nothing remembered."""
    from outfitter.accounts import hosts

    forget_everything()
    configuration.check_kept_reads(kept_reads.compare_some)
    yield
    # What the next module makes for all its tests comes before its first test's clean slate.
    cache.clear()
    connection.set_schema_to_public()
    hosts.forget()


@pytest.fixture
def reef(db: None) -> Any:
    """Work in the schema of Reef Runners (New York, USD); gives its Account."""
    return enter_operator(database.REEF.schema_name)


@pytest.fixture
def peak(db: None) -> Any:
    """Work in the schema of Peak Paths (Kolkata, INR); gives its Account."""
    return enter_operator(database.PEAK.schema_name)


@pytest.fixture
def client_for() -> Callable[[str], Client]:
    """Return a browser on an operator's host."""
    return make_client


@pytest.fixture
def apex_client() -> Client:
    """Return a browser on the platform's own host."""
    return Client(HTTP_HOST="localhost", HTTP_X_REQUESTED_WITH="XMLHttpRequest")
