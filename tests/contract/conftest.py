"""A database that all tests of a module share, with one of everything in it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from tests.contract.owner_session import browser_like, sign_in_owner
from tests.contract.world import make_world
from tests.support import database
from tests.support.tenant_clients import enter_operator


@pytest.fixture(scope="module")
def module_db(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Keep what fixtures of a module write for all its tests, and take it back at the end.

    Each test runs in a savepoint inside: what it writes itself, no other test sees.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        # As around a test: what the product wants to be outermost may begin in here.
        connection.atomic_blocks[-1]._from_testcase = True
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def owners(module_db: None) -> Client:
    """Return the browser of Reef's owner, signed in."""
    return sign_in_owner(database.REEF)


@pytest.fixture
def owner(reef: Any, owners: Client) -> Client:
    """Return a signed-in owner whose browser is nobody else's business."""
    return browser_like(owners)


@pytest.fixture(scope="module")
def theirs(module_db: None) -> dict[str, int | str]:
    """Return what addresses name of an operator that has one of everything."""
    return make_world(enter_operator(database.REEF.schema_name))
