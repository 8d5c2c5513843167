"""A migration behind the last one of an app that is in no file, and schemas it may reach."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader

from outfitter.accounts import operations
from outfitter.accounts.models import Account
from tests.support.schema_shape import schema_shape

APP = "customers"
NAME = "9999_planted"


def plan() -> list[Any]:
    """Return operations that any operator's schema can take."""
    return [
        migrations.AddField("customer", "planted", models.CharField(max_length=9, default="50%")),
        migrations.AddIndex("customer", models.Index(fields=["planted"], name="planted_idx")),
    ]


def plant(patch: pytest.MonkeyPatch, planned: Sequence[Any]) -> None:
    """Let whoever reads the migrations find one more, with these operations."""
    disk = MigrationLoader.load_disk

    def load_disk(loader: MigrationLoader) -> None:
        disk(loader)
        leaf = max(key for key in loader.disk_migrations if key[0] == APP)
        migration = migrations.Migration(NAME, APP)
        migration.dependencies = [leaf]
        migration.operations = list(planned)
        loader.disk_migrations[(APP, NAME)] = migration

    patch.setattr(MigrationLoader, "load_disk", load_disk)


def columns_of(schema_name: str) -> set[str]:
    """Return the columns of a schema as `table.column`."""
    return {name for kind, name, _ in schema_shape(schema_name) if kind == "column"}


def make_account(slug: str) -> Account:
    """Return a further operator; its schema is not made yet."""
    return operations.create_account(
        slug=slug,
        name=slug,
        country="US",
        currency="USD",
        time_zone="UTC",
        locale="en",
        at=datetime(2026, 1, 5, tzinfo=UTC),
    )
