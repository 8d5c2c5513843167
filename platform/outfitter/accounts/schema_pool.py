"""Spare schemas, ready to become an operator's: taking one is a rename of a millisecond."""

import secrets
from typing import Final

from django.conf import settings
from django.db import connection, transaction

from outfitter.accounts import schema_snapshot
from outfitter.accounts.models import Account, SpareSchema

SPARE_PREFIX: Final = "zz_spare_"
# Key of a transaction-scoped advisory lock; no row exists that could be locked instead.
_FILLING: Final = 0x0F171


def new_schema_name() -> str:
    """Return the name of an operator's schema: opaque, so that changing the slug is free."""
    return f"t_{secrets.token_hex(10)}"


def claim_schema(*, account: Account) -> bool:
    """
    Give an account its schema and note the version; True when it came from the pool.

    Safe to repeat: an account that has its schema keeps it.

    :raises SnapshotMissing: the database was never migrated
    """
    name = account.schema_name
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        if schema_snapshot.schema_exists(schema_name=name):
            return False
        template = schema_snapshot.current_snapshot()
        spare = (
            SpareSchema.objects.select_for_update(skip_locked=True)
            .filter(schema_version=template.schema_version)
            .order_by("id")
            .first()
        )
        if spare is not None:
            with connection.cursor() as cursor:
                old, new = schema_snapshot.quoted(spare.schema_name), schema_snapshot.quoted(name)
                cursor.execute(f"ALTER SCHEMA {old} RENAME TO {new}")
            spare.delete()
        else:
            schema_snapshot.replay(schema_name=name, body=template.body)
        account.schema_version = template.schema_version
        account.save(update_fields=["schema_version"])
    return spare is not None


def fill_pool(*, wanted: int | None = None) -> int:
    """
    Make spare schemas until there are enough; returns how many were made.

    One caller fills at a time; others return at once.

    :raises SnapshotMissing: the database was never migrated
    """
    goal = settings.SPARE_SCHEMAS if wanted is None else wanted
    made = 0
    while _make_one(goal):
        made += 1
    return made


def _make_one(goal: int) -> bool:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_FILLING])
            if not cursor.fetchone()[0]:
                return False
        template = schema_snapshot.current_snapshot()
        ready = SpareSchema.objects.filter(schema_version=template.schema_version).count()
        if ready >= goal:
            return False
        name = f"{SPARE_PREFIX}{secrets.token_hex(8)}"
        schema_snapshot.replay(schema_name=name, body=template.body)
        SpareSchema.objects.create(schema_name=name, schema_version=template.schema_version)
    return True


def drop_stale_spares(*, schema_version: str) -> int:
    """Drop spare schemas of other versions; returns how many went."""
    gone = 0
    stale = SpareSchema.objects.exclude(schema_version=schema_version)
    for pk in list(stale.values_list("pk", flat=True)):
        with transaction.atomic():
            row = SpareSchema.objects.select_for_update(skip_locked=True).filter(pk=pk).first()
            if row is not None:
                schema_snapshot.drop_schema(schema_name=row.schema_name)
                row.delete()
                gone += 1
    return gone
