"""An operator goes into an archive and comes out of it elsewhere as it was."""

import hashlib
import json
import zipfile
from datetime import UTC, date, datetime, timedelta

import pytest
from django.conf import settings
from django.db import connection
from hypothesis import HealthCheck, given
from hypothesis import settings as how
from hypothesis import strategies as st

from outfitter.accounts import file_storage
from outfitter.accounts.models import Account, Membership, User
from outfitter.db.tenant_schema import in_schema
from outfitter.kit import crypto
from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob
from outfitter_tenants.archives import table_rules
from outfitter_tenants.archives.account_export import export_account
from outfitter_tenants.archives.account_import import import_account
from outfitter_tenants.archives.archive_reader import ArchiveReader
from outfitter_tenants.audit import seals
from outfitter_tenants.customers.models import Customer
from outfitter_tenants.fields import answer_files
from outfitter_tenants.giftcards import queries as gift_cards
from outfitter_tenants.people.operations.invitations import accept_new
from outfitter_tenants.search.operations import find_drift
from tests.archives.conftest import PASSPORT, rows_of
from tests.support.example_count import how_many

pytestmark = pytest.mark.django_db
# What an import writes by itself: that it came, that it is closed, whom it asked in.
GROWS = {"audit_auditlog", "audit_seal"}
# Columns of people that are about this installation's logins and invitations.
ASKED_IN = {
    *("invited_at", "invited_by_id", "invite_sent_on", "invite_sent_cnt"),
    *("referral_code", "version"),
}


def taken_in(path, slug="moved-reef"):
    report = import_account(path=path, slug=slug, at=utc_now())
    return report, Account.objects.get(slug=slug)


def tables_of(path):
    """Return what an archive holds: table -> its lines as they stand in it."""
    with ArchiveReader(path) as reader:
        return {
            one.name: list(reader.lines(one.member, size=one.size, sha256=one.sha256))
            for one in reader.manifest.tables
        }


def files_of(path):
    with ArchiveReader(path) as reader:
        return {one.path: one.sha256 for one in reader.files()}


def compare(before, after):
    """Compare two archives table by table; what differs by design is left out."""
    assert before.keys() == after.keys()
    for name, lines in before.items():
        if name in GROWS:
            assert after[name][: len(lines)] == lines, name
        elif name == "people_useravatar":
            assert [known(line) for line in lines] == [known(line) for line in after[name]]
        else:
            assert after[name] == lines, name


def known(line):
    return {key: value for key, value in json.loads(line).items() if key not in ASKED_IN}


def test_it_comes_out_as_it_went_in(operator, made, tmp_path):
    report, account = taken_in(made)
    again = tmp_path / "again.zip"
    export_account(account=account, path=again, at=utc_now())
    before, after = tables_of(made), tables_of(again)
    assert sum(map(len, before.values())) == report.rows_cnt
    assert sum(1 for lines in before.values() if lines) > 60
    compare(before, after)
    assert files_of(made) == files_of(again)
    assert len(files_of(made)) == report.files_cnt >= 3


def test_the_demonstration_comes_out_as_it_went_in(operator, tmp_path):
    from outfitter_demo import operator_account, seed
    from tests.demo import AT

    connection.set_schema_to_public()
    seed.seed(at=AT, studio=None, count=60)
    path, again = tmp_path / "demo.zip", tmp_path / "again.zip"
    account = operator_account.find_operator()
    export_account(account=account, path=path, at=utc_now())
    report, copy = taken_in(path, "moved-harbor")
    export_account(account=copy, path=again, at=utc_now())
    compare(tables_of(path), tables_of(again))
    assert report.rows_cnt > 3000


def test_the_audit_log_still_fits_its_seals(operator, tmp_path):
    with in_schema(operator.schema_name):
        seals.seal_upto(
            log_id=rows_of(operator.schema_name, "SELECT max(id) FROM audit_auditlog")[0][0],
            redaction_id=0,
            at=utc_now(),
        )
        sealed = seals.verify()
    path = tmp_path / "sealed.zip"
    export_account(account=operator, path=path, at=utc_now())
    _, account = taken_in(path)
    with in_schema(account.schema_name):
        found = seals.verify()
    assert found.broken is None
    assert (found.row_cnt, found.head) == (sealed.row_cnt, sealed.head)
    assert found.unsealed_cnt >= 2
    told = rows_of(
        account.schema_name, "SELECT action FROM audit_auditlog ORDER BY id DESC LIMIT %s", found.unsealed_cnt
    )
    assert "account.imported" in {row[0] for row in told}


def test_numbers_go_on_where_they_were(operator, made):
    _, account = taken_in(made)
    text = "SELECT nextval(pg_get_serial_sequence('trips_trip', 'id'))"
    there = rows_of(operator.schema_name, text)[0][0]
    assert rows_of(account.schema_name, text)[0][0] == there
    triggers = "SELECT count(*) FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid JOIN pg_namespace n"
    triggers += " ON n.oid = c.relnamespace WHERE n.nspname = %s AND NOT tgisinternal AND tgenabled = 'O'"
    [[here]], [[copied]] = (
        rows_of("public", triggers, name) for name in (operator.schema_name, account.schema_name)
    )
    assert copied == here > 20


def test_gift_cards_and_answers_open_with_the_keys_of_who_takes_them_in(operator, made, monkeypatch):
    old = list(settings.FIELD_KEYS)
    with in_schema(operator.schema_name):
        [[encrypted, last4, hash_]] = rows_of(
            operator.schema_name, "SELECT code_encrypted, last4, code_hash FROM giftcards_giftcard LIMIT 1"
        )
        code = crypto.decrypt_json(old, encrypted)["code"]
        [file_id] = file_storage.folders(schema_name=operator.schema_name, path="answers")
    monkeypatch.setattr(settings, "FIELD_KEYS", ["bmV3LWtleS1vZi1hbm90aGVyLWluc3RhbGxhdGlvbi0="])
    _, account = taken_in(made)
    with in_schema(account.schema_name):
        card = gift_cards.find_by_code(code=code)
        assert card is not None
        assert (card.last4, card.code_hash == hash_) == (last4, False)
        assert answer_files.read({"id": file_id}) == PASSPORT


def test_people_are_asked_in_and_nobodys_login_comes_along(operator, made):
    [[wanted]] = rows_of(
        operator.schema_name, "SELECT email FROM people_useravatar WHERE user_id IS NOT NULL"
    )
    report, account = taken_in(made)
    assert not Membership.objects.filter(account=account).exists()
    found = rows_of(account.schema_name, "SELECT status, user_id, pin_hash FROM people_useravatar")
    assert "active" not in {status for status, _, _ in found}
    assert {(user_id, pin) for _, user_id, pin in found} == {(None, None)}
    assert [owner.email for owner in report.owners] == [wanted]
    assert report.owners[0].link.startswith("http://moved-reef.")
    # Its owner joins by the link; somebody whose login it would have been has to sign in with it.
    with in_schema(account.schema_name):
        User.objects.filter(email=wanted).update(email="somebody.else@reef.example")
        user_id = accept_new(
            token=report.owners[0].link.rpartition("/")[2],
            first_name="Ana",
            last_name="Ruiz",
            password="correct horse battery staple",
            locale="en",
            at=utc_now(),
        )
    assert Membership.objects.get(account=account).user_id == user_id


def test_it_is_closed_until_its_owner_opens_it(operator, made):
    _, account = taken_in(made)
    assert (account.status, account.is_ready) == ("closed", True)
    assert operator.status != "closed"
    with in_schema(account.schema_name):
        assert find_drift() == []
    due = set(DueJob.objects.filter(schema_name=account.schema_name).values_list("kind", flat=True))
    assert {"upkeep", "availability.extend", "people.invitation"} <= due


def test_no_secret_is_in_it(operator, made):
    secrets = set()
    for table in ("ai_agents_agenttoken", "api_access_apikey", "devices_device", "people_useravatar"):
        columns = {
            "ai_agents_agenttoken": "token_hash",
            "api_access_apikey": "key_hash",
            "devices_device": "token_hash",
            "people_useravatar": "invite_hash",
        }
        found = rows_of(operator.schema_name, f"SELECT {columns[table]} FROM {table}")
        secrets |= {row[0] for row in found if row[0]}
    secrets |= {row[0] for row in rows_of("public", "SELECT password FROM accounts_user")}
    assert len(secrets) > 3
    with zipfile.ZipFile(made) as archive:
        whole = b"".join(archive.read(name) for name in archive.namelist())
    assert [one for one in secrets if one.encode() in whole] == []
    manifest = json.loads(zipfile.ZipFile(made).read("manifest.json"))
    named = {one.get("table") for one in manifest["left_out"]}
    assert named >= set(table_rules.LEFT_OUT)


def test_somebody_else_can_read_it_by_the_document(made):
    """Read as docs/archive-format.md says, with nothing but the standard library."""
    with zipfile.ZipFile(made) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert (manifest["format"], manifest["format_version"]) == ("outfitter-archive", 1)
        for table in manifest["tables"]:
            content = archive.read(table["member"])
            assert hashlib.sha256(content).hexdigest() == table["sha256"]
            assert len(content) == table["bytes"]
            rows = [json.loads(line) for line in content.splitlines()]
            assert len(rows) == table["rows"]
            assert all(list(row) == table["columns"] for row in rows)
        listed = archive.read(manifest["files"]["member"])
        assert hashlib.sha256(listed).hexdigest() == manifest["files"]["sha256"]
        for one in map(json.loads, listed.splitlines()):
            assert hashlib.sha256(archive.read(f"files/{one['path']}")).hexdigest() == one["sha256"]


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
TIMES = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1)).map(lambda at: at.replace(tzinfo=UTC))
PEOPLE = st.fixed_dictionaries(
    {
        "first_name": TEXTS,
        "last_name": TEXTS,
        "notes": TEXTS,
        "tags": st.lists(TEXTS.filter(lambda text: len(text) <= 20), max_size=3),
        "created_at": TIMES,
        "spent": st.integers(-(2**62), 2**62),
        "json": JSON,
    }
)


@how(max_examples=how_many(2), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(PEOPLE, min_size=20, max_size=60))
def test_whatever_people_wrote_comes_out_again(reef, tmp_path_factory, people):
    """Any text, number, time and JSON that a table can hold goes through an archive unchanged."""
    from django.db import transaction

    folder = tmp_path_factory.mktemp("any")
    with transaction.atomic():
        with in_schema(reef.schema_name):
            for number, one in enumerate(people):
                Customer.objects.create(
                    hash=f"{number:024d}",
                    first_name=one["first_name"],
                    last_name=one["last_name"],
                    created_at=one["created_at"],
                    **filled(one),
                )
        export_account(account=reef, path=folder / "a.zip", at=utc_now())
        _, account = taken_in(folder / "a.zip", "any-reef")
        export_account(account=account, path=folder / "b.zip", at=utc_now())
        compare(tables_of(folder / "a.zip"), tables_of(folder / "b.zip"))
        transaction.set_rollback(True)


def filled(one):
    """Return the JSON and list columns of customers, filled with anything."""
    found = {}
    for field in Customer._meta.concrete_fields:
        kind = field.get_internal_type()
        if kind == "JSONField" and not field.null:
            found[field.name] = {"any": one["json"]}
        elif kind == "ArrayField" and field.base_field.get_internal_type() == "CharField":
            limit = field.base_field.max_length or 20
            found[field.name] = [text[:limit] for text in one["tags"]]
        elif kind == "TextField":
            found[field.name] = one["notes"]
    return found


def test_days_and_spans_are_spelled_for_strangers(operator, made):
    lines = tables_of(made)["trips_trip"]
    trip = json.loads(lines[0])
    assert datetime.fromisoformat(trip["created_at"]).utcoffset() == timedelta()
    days = json.loads(tables_of(made)["scheduling_experiencedate"][0])
    assert date.fromisoformat(days["date"])
