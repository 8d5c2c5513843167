"""An archive is of one moment, whatever is written while it is made (ADR 118)."""

import json
from collections import Counter

import pytest

from outfitter.accounts.models import Account
from outfitter.kit.clock import utc_now
from outfitter_tenants.archives import account_export
from outfitter_tenants.archives.archive_reader import ArchiveReader
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.customers.operations.customers import save_customer
from tests.support.threads import at_once


def held(path):
    """Return how many rows of each table an archive holds, and the addresses of its customers."""
    with ArchiveReader(path) as reader:
        rows = {
            one.name: [
                json.loads(line) for line in reader.lines(one.member, size=one.size, sha256=one.sha256)
            ]
            for one in reader.manifest.tables
        }
    mails = {row["email"] for row in rows["customers_customer"]}
    return Counter({name: len(lines) for name, lines in rows.items()}), mails


def make(number):
    email = f"guest{number}@example.com"
    save_customer(values={"first_name": "Ana", "email": email}, region="US", at=utc_now())


@pytest.mark.django_db(transaction=True)
def test_what_is_written_meanwhile_is_in_none_of_its_tables(reef, tmp_path, monkeypatch):
    account = Account.objects.get(schema_name="t_reef")
    make(0)
    write_table, made = account_export._write_table, []

    def while_somebody_writes(writer, schema_name, table, counter):
        # Somebody else commits a customer and a line of the log before each table is read.
        made.append(len(made) + 1)
        assert at_once([lambda: make(made[-1])]) == [None]
        return write_table(writer, schema_name, table, counter)

    monkeypatch.setattr(account_export, "_write_table", while_somebody_writes)
    account_export.export_account(account=account, path=tmp_path / "one.zip", at=utc_now())
    cnt, mails = held(tmp_path / "one.zip")
    assert len(made) > 50
    assert Customer.objects.count() == len(made) + 1
    assert mails == {"guest0@example.com"}
    assert cnt["audit_auditlog"] == AuditLog.objects.count() - len(made)

    monkeypatch.setattr(account_export, "_write_table", write_table)
    account_export.export_account(account=account, path=tmp_path / "two.zip", at=utc_now())
    assert held(tmp_path / "two.zip")[0]["customers_customer"] == len(made) + 1
