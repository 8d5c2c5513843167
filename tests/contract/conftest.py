"""A database that all tests of a module share, with one of everything in it."""

from typing import Any

import pytest
from django.test import Client

from tests.contract.owner_session import browser_like, sign_in_owner
from tests.contract.world import make_world
from tests.support import database
from tests.support.tenant_clients import enter_operator


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
