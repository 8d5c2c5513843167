"""What is refused as an archive, and that nothing of it is kept."""

import hashlib
import json
import zipfile

import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import connection

from outfitter.accounts.models import Account, Domain
from outfitter.accounts.operations import SlugTaken
from outfitter.kit.clock import utc_now
from outfitter_tenants.archives import archive_reader
from outfitter_tenants.archives.account_export import ExportRefused, export_account
from outfitter_tenants.archives.account_import import import_account
from outfitter_tenants.archives.archive_format import ArchiveRefused

pytestmark = pytest.mark.django_db


@pytest.fixture
def state(operator):
    """Say what is there before: accounts, schemas, files."""

    def look():
        with connection.cursor() as cursor:
            cursor.execute("SELECT nspname FROM pg_namespace WHERE nspname ~ '^t_' ORDER BY 1")
            schemas = [row[0] for row in cursor.fetchall()]
        folders = sorted(default_storage.listdir("operators")[0])
        rows = (set(Account.objects.values_list("slug", flat=True)), Domain.objects.count())
        filled = [one for one in folders if default_storage.listdir(f"operators/{one}") != ([], [])]
        return schemas, filled, rows

    return look


@pytest.fixture
def forged(made, tmp_path):
    """Make another archive of the good one, member by member."""

    def forge(change):
        """`change` takes name -> content and changes it."""
        with zipfile.ZipFile(made) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        change(members)
        path = tmp_path / "forged.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in members.items():
                archive.writestr(name, content)
        return path

    return forge


def refused(state, path, text, slug="moved"):
    before = state()
    with pytest.raises(ArchiveRefused, match=text) as caught:
        import_account(path=path, slug=slug, at=utc_now())
    assert state() == before
    return caught.value


def told(members, **changes):
    manifest = json.loads(members["manifest.json"])
    manifest.update(changes)
    members["manifest.json"] = json.dumps(manifest).encode()


def replaced(members, table, content):
    """Put other rows into a table, and have the manifest say so."""
    manifest = json.loads(members["manifest.json"])
    members[f"tables/{table}.jsonl"] = content
    [entry] = [one for one in manifest["tables"] if one["name"] == table]
    entry["sha256"], entry["bytes"] = hashlib.sha256(content).hexdigest(), len(content)
    entry["rows"] = len(content.splitlines())
    members["manifest.json"] = json.dumps(manifest).encode()


@pytest.mark.parametrize("content", [b"", b"PK", b"name,email\nAna,a@b.c\n", b"PK\x03\x04" + b"0" * 200])
def test_what_is_no_archive(state, tmp_path, content):
    path = tmp_path / "no.zip"
    path.write_bytes(content)
    refused(state, path, "not an archive, or it is cut off")


def test_one_that_is_cut_off(state, made, tmp_path):
    path = tmp_path / "half.zip"
    path.write_bytes(made.read_bytes()[:-2000])
    refused(state, path, "cut off")


def test_a_zip_of_something_else(state, tmp_path):
    path = tmp_path / "other.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("holiday.txt", "sun")
    refused(state, path, "no manifest")


def test_a_newer_format(state, forged):
    problem = refused(state, forged(lambda m: told(m, format_version=2)), "newer version")
    assert problem.detail == {"format_version": 2, "known": 1}


@pytest.mark.parametrize("manifest", [b"{", b"[]", b'{"format": "tar"}', b'{"format": "outfitter-archive"}'])
def test_a_manifest_that_is_none(state, forged, manifest):
    refused(state, forged(lambda m: m.update({"manifest.json": manifest})), "manifest|not an archive")


def test_another_version_of_the_schema(state, forged):
    refused(state, forged(lambda m: told(m, schema_version="0123456789abcdef")), "another version")


def test_a_member_that_was_changed(state, forged):
    def change(members):
        text = members["tables/trips_trip.jsonl"]
        changed = text.replace(b'"total_amount":', b'"total_amount":1', 1)
        assert changed != text
        members["tables/trips_trip.jsonl"] = changed

    refused(state, forged(change), "damaged")


def test_a_bit_that_fell_over(state, made, tmp_path):
    data = bytearray(made.read_bytes())
    with zipfile.ZipFile(made) as archive:
        at = archive.getinfo("tables/trips_trip.jsonl").header_offset + 200
    data[at] ^= 0x10
    path = tmp_path / "bit.zip"
    path.write_bytes(data)
    refused(state, path, "damaged")


def test_a_file_that_was_changed(state, forged):
    def change(members):
        name = next(name for name in members if name.startswith("files/pictures/"))
        members[name] = members[name][::-1]

    refused(state, forged(change), "damaged")


@pytest.mark.parametrize("what", ["tables/trips_trip.jsonl", "files.jsonl"])
def test_one_that_lacks_something(state, forged, what):
    refused(state, forged(lambda m: m.pop(what)), "incomplete")


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "files/../../x", "a\\b", "files/a\nb", "files//x", "x" * 600]
)
def test_names_that_lead_elsewhere(state, forged, name):
    refused(state, forged(lambda m: m.update({name: b"x"})), "not allowed")


def test_a_listed_file_that_leads_elsewhere(state, forged):
    def change(members):
        line = json.dumps({"path": "../../x", "bytes": 1, "sha256": "0" * 64}).encode() + b"\n"
        members["files.jsonl"] += line
        manifest = json.loads(members["manifest.json"])
        content = members["files.jsonl"]
        manifest["files"] |= {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        members["manifest.json"] = json.dumps(manifest).encode()

    refused(state, forged(change), "not allowed")


def test_what_nothing_tells_of(state, forged):
    refused(state, forged(lambda m: m.update({"files/pictures/stowaway": b"x"})), "nothing tells of")


def test_a_bomb(state, forged):
    refused(state, forged(lambda m: m.update({"files/bomb": b"\0" * 40_000_000})), "far more than it is")


def test_members_that_share_their_bytes(state, made, tmp_path, monkeypatch):
    monkeypatch.setattr(archive_reader.archive_format, "check_member", lambda *_, **__: None)
    with zipfile.ZipFile(made) as archive:
        infos = archive.infolist()
    many = [*infos, *(copied(one, number) for number, one in enumerate(infos * 9))]
    monkeypatch.setattr(zipfile.ZipFile, "infolist", lambda _self: many)
    refused(state, made, "far more than it is")


def copied(info, number):
    other = zipfile.ZipInfo(f"files/copy{number}")
    other.compress_size, other.file_size = info.compress_size, info.file_size
    other.compress_type = info.compress_type
    return other


def test_rows_of_other_columns(state, forged):
    refused(state, forged(lambda m: replaced(m, "trips_tripsource", b'{"id": 1, "evil": true}\n')), "columns")


def test_tables_of_another_version(state, forged):
    def change(members):
        manifest = json.loads(members["manifest.json"])
        manifest["tables"] = manifest["tables"][1:]
        members["manifest.json"] = json.dumps(manifest).encode()

    refused(state, forged(change), "tables are not those|nothing tells of")


def test_rows_that_lead_nowhere(state, forged):
    def change(members):
        [first, *_] = members["tables/trips_triporder.jsonl"].splitlines()
        row = json.loads(first) | {"trip_id": 999_999}
        replaced(members, "trips_triporder", json.dumps(row).encode() + b"\n")

    refused(state, forged(change), "don't fit together")


def test_rows_twice(state, forged):
    def change(members):
        content = members["tables/trips_tripsource.jsonl"]
        replaced(members, "trips_tripsource", content + content)

    refused(state, forged(change), "don't fit together")


def test_books_that_do_not_balance(state, forged):
    def change(members):
        lines = members["tables/ledger_entry.jsonl"].splitlines()
        row = json.loads(lines[0])
        lines[0] = json.dumps(row | {"amount": row["amount"] + 1}).encode()
        replaced(members, "ledger_entry", b"\n".join(lines) + b"\n")

    refused(state, forged(change), "books don't balance")


def test_a_log_that_was_changed(state, operator, tmp_path, forged, monkeypatch):
    from outfitter.db.tenant_schema import in_schema
    from outfitter_tenants.audit import seals
    from tests.archives.conftest import rows_of

    with in_schema(operator.schema_name):
        last = rows_of(operator.schema_name, "SELECT max(id) FROM audit_auditlog")[0][0]
        seals.seal_upto(log_id=last, redaction_id=0, at=utc_now())
    path = tmp_path / "sealed.zip"
    export_account(account=operator, path=path, at=utc_now())
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    lines = members["tables/audit_auditlog.jsonl"].splitlines()
    lines[0] = json.dumps(json.loads(lines[0]) | {"actor_name": "Somebody"}).encode()
    replaced(members, "audit_auditlog", b"\n".join(lines) + b"\n")
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(other, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    refused(state, other, "audit log was changed")


@pytest.mark.parametrize("slug", ["", "a", "Reef", "www", "no spaces", "../x", "reef_x"])
def test_addresses_that_nobody_may_have(state, made, slug):
    refused(state, made, "address can't be used", slug=slug)


@pytest.mark.parametrize("slug", ["reef", "peak"])
def test_an_address_that_somebody_has(state, made, slug):
    before = state()
    with pytest.raises(SlugTaken):
        import_account(path=made, slug=slug, at=utc_now())
    assert state() == before


def test_without_room_nothing_is_begun(state, made, monkeypatch):
    class Full:
        free = 10

    monkeypatch.setattr("outfitter_tenants.archives.account_import.shutil.disk_usage", lambda _: Full)
    refused(state, made, "not enough room")


def test_one_that_fails_at_the_very_end_leaves_nothing(state, made, monkeypatch):
    def die(**_values):
        raise MemoryError

    monkeypatch.setattr("outfitter_tenants.archives.arrival.settle", die)
    before = state()
    with pytest.raises(MemoryError):
        import_account(path=made, slug="moved", at=utc_now())
    assert state() == before


def test_an_operator_that_waits_for_migrations_is_not_exported(operator, tmp_path):
    operator.schema_version = "old"
    with pytest.raises(ExportRefused):
        export_account(account=operator, path=tmp_path / "a.zip", at=utc_now())
    assert list(tmp_path.iterdir()) == []


def test_an_export_that_fails_leaves_no_file(operator, tmp_path, monkeypatch):
    def die(*_args, **_values):
        raise OSError(28, "full")

    monkeypatch.setattr("outfitter_tenants.archives.account_export.file_storage.walk", die)
    with pytest.raises(OSError, match="full"):
        export_account(account=operator, path=tmp_path / "a.zip", at=utc_now())
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_and_reads(operator, tmp_path, capsys):
    path = tmp_path / "reef.zip"
    call_command("account", "export", "reef", str(path))
    assert "rows" in capsys.readouterr().out
    with pytest.raises(CommandError, match="there already"):
        call_command("account", "export", "reef", str(path))
    call_command("account", "import", str(path), slug="moved-reef")
    assert "Invited" in capsys.readouterr().out
    with pytest.raises(CommandError, match="taken"):
        call_command("account", "import", str(path), slug="moved-reef")
    for wrong in (["export", "reef"], ["export", "nobody", "x"], ["import", str(path)], ["import", "no.zip"]):
        with pytest.raises(CommandError):
            call_command("account", *wrong)
