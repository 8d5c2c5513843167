from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import override_settings

from outfitter.accounts import file_storage
from outfitter.accounts.models import Account
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.settings import env
from outfitter_tenants.archives.account_export import export_account
from outfitter_tenants.fields import answer_files
from outfitter_tenants.fields.rules.file_types import Upload
from tests.contract.world import make_world
from tests.support import database
from tests.support.tenant_clients import enter_operator

PASSPORT = b"%PDF-1.7 a passport"


@pytest.fixture(scope="module")
def world(module_db: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Account]:
    """An operator that has one of everything, files among them."""
    # Numbers of operators are a worker's own: so is where their files lie.
    folder_of_files = env.storages(tmp_path_factory.mktemp("media"))
    with override_settings(STORAGES=folder_of_files):
        yield _furnished()


def _furnished() -> Account:
    account: Account = enter_operator(database.REEF.schema_name)
    make_world(account)
    folder = f"pictures/{'a' * 24}"
    files = {"320.webp": b"RIFF small", "1600.webp": b"RIFF large"}
    file_storage.write_all(schema_name=account.schema_name, folder=folder, files=files)
    with in_schema(account.schema_name):
        answer_files.store(Upload("passport.pdf", "application/pdf", PASSPORT), at=utc_now())
    connection.set_schema_to_public()
    return account


@pytest.fixture
def operator(world: Account, db: None) -> Account:
    """That operator, for one test."""
    return Account.objects.get(pk=world.pk)


@pytest.fixture(scope="module")
def made(world: Account, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of it."""
    path = tmp_path_factory.mktemp("archives") / "reef.zip"
    export_account(account=world, path=path, at=utc_now())
    return path


def rows_of(schema_name: str, text: str, *values: Any) -> list[Any]:
    """Return what a statement finds in an operator's schema."""
    with in_schema(schema_name), connection.cursor() as cursor:
        cursor.execute(text, values)
        return list(cursor.fetchall())
