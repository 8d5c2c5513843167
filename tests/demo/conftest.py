"""The demonstration, made once for all tests of a file."""

import pytest
from django.db import connection, transaction

from outfitter_demo import operator_account, seed
from tests.demo import AT


@pytest.fixture(scope="module")
def seeded(django_db_setup, django_db_blocker):
    """The demonstration, made once for all tests here and rolled back after them."""
    with django_db_blocker.unblock():
        connection.set_schema_to_public()
        with transaction.atomic():
            seed.seed(at=AT, studio=None)
            yield operator_account.find_operator()
            connection.set_schema_to_public()
            transaction.set_rollback(True)
        connection.close()


@pytest.fixture
def demo(seeded):
    connection.set_tenant(seeded)
    return seeded
