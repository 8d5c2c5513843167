"""A restore drill proves that an operator comes back, says so when it doesn't, and leaves nothing."""

from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from outfitter.accounts import file_storage
from outfitter.accounts.models import Account
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob, OutboxEvent
from outfitter_tenants.archives import restore_drill
from outfitter_tenants.archives.account_export import export_account
from outfitter_tenants.archives.archive_comparison import differences
from outfitter_tenants.archives.archive_format import ArchiveRefused
from tests.archives.conftest import rows_of

pytestmark = pytest.mark.django_db


def state() -> tuple[object, ...]:
    """Return what a copy would leave behind."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT array_agg(nspname ORDER BY nspname) FROM pg_namespace WHERE nspname LIKE 't\\_%'"
        )
        schemas = cursor.fetchone()
    folder = sorted(Path(settings.VAR).glob("drill-*"))
    counts = (Account.objects.count(), DueJob.objects.count(), OutboxEvent.objects.count())
    return schemas, folder, counts, len(mail.outbox)


def test_an_operator_comes_back_and_nothing_stays(operator: Account) -> None:
    before = state()
    mine = sorted(file_storage.walk(schema_name=operator.schema_name))
    found = restore_drill.drill(account=operator, at=utc_now())
    assert found.is_proved, found.differing
    assert found.rows_cnt > 500
    assert found.files_cnt == len(mine) >= 3
    assert found.sums
    assert all(left == 0 and entries and debited for _, entries, debited, left in found.sums)
    assert state() == before
    assert sorted(file_storage.walk(schema_name=operator.schema_name)) == mine


@pytest.mark.parametrize(
    ("change", "differs"),
    [
        (
            "UPDATE trips_trip SET group_name = 'Somebody else' WHERE id = (SELECT min(id) FROM trips_trip)",
            "trips_trip",
        ),
        ("DELETE FROM messaging_message", "messaging_message"),
        ("UPDATE people_useravatar SET name = 'Captain'", "people_useravatar"),
    ],
)
def test_what_did_not_come_back_is_named(
    operator: Account, made: Path, tmp_path: Path, change: str, differs: str
) -> None:
    same, other = tmp_path / "same.zip", tmp_path / "other.zip"
    export_account(account=operator, path=same, at=utc_now())
    assert differences(made, same) == []
    with in_schema(operator.schema_name), connection.cursor() as cursor:
        cursor.execute(change)
        assert cursor.rowcount
    export_account(account=operator, path=other, at=utc_now())
    assert differs in differences(made, other)


def test_a_file_that_is_missing_is_named(operator: Account, made: Path, tmp_path: Path) -> None:
    folder = f"pictures/{'b' * 24}"
    file_storage.write_all(schema_name=operator.schema_name, folder=folder, files={"320.webp": b"RIFF more"})
    try:
        other = tmp_path / "other.zip"
        export_account(account=operator, path=other, at=utc_now())
    finally:
        file_storage.delete_folder(schema_name=operator.schema_name, folder=folder)
    assert differences(made, other) == [f"{folder}/320.webp"]
    assert differences(other, made) == [f"{folder}/320.webp"]


def test_a_bit_that_changed_is_refused(made: Path, tmp_path: Path) -> None:
    spoiled = tmp_path / "spoiled.zip"
    body = bytearray(made.read_bytes())
    body[len(body) // 3] ^= 1
    spoiled.write_bytes(body)
    with pytest.raises(ArchiveRefused):
        differences(made, spoiled)


def test_an_import_that_fails_leaves_nothing_either(operator: Account, monkeypatch: Any) -> None:
    def away(**_given: Any) -> None:
        raise ArchiveRefused("The archive is damaged.")

    before = state()
    monkeypatch.setattr(restore_drill, "import_account", away)
    with pytest.raises(ArchiveRefused):
        restore_drill.drill(account=operator, at=utc_now())
    assert state() == before


def test_the_command_says_what_came_back(operator: Account) -> None:
    told = StringIO()
    call_command("account", "drill", operator.slug, stdout=told)
    lines = told.getvalue().splitlines()
    assert lines[0].startswith(f"{operator.slug}: ")
    assert all(line.endswith(" 0 left over") for line in lines[1:-1])
    assert lines[-1] == "The restored copy is the same in every table and file."


def test_the_command_fails_when_something_differs(operator: Account, monkeypatch: Any) -> None:
    monkeypatch.setattr(restore_drill, "differences", lambda *_: ["trips_trip"])
    with pytest.raises(CommandError, match="trips_trip"):
        call_command("account", "drill", operator.slug, stdout=StringIO())


def test_each_has_its_turn(operator: Account) -> None:
    at = utc_now()
    count = Account.objects.filter(is_ready=True).count()
    turns = [restore_drill.next_in_turn(at=at + timedelta(days=day)) for day in range(count)]
    assert len({one.pk for one in turns if one}) == count
    assert rows_of(operator.schema_name, "SELECT 1") == [(1,)]
