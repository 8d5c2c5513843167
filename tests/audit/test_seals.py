"""The log is sealed: whoever changes, takes, adds or swaps rows by SQL is found out."""

import threading
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from outfitter.db.tenant_schema import in_schema
from outfitter_tenants.audit import seals
from outfitter_tenants.audit.models import AuditHorizon, AuditLog, AuditRedaction, AuditSeal
from outfitter_tenants.audit.operations import record
from outfitter_tenants.audit.redaction import redact
from tests.audit.test_viewer import MAX, RITA, did
from tests.checkout.test_races import SCHEMA

NOON = datetime(2026, 7, 7, 16, tzinfo=UTC)
OFF = "ALTER TABLE {0} DISABLE TRIGGER USER"
ON = "ALTER TABLE {0} ENABLE TRIGGER USER"


def run(*statements):
    with connection.cursor() as cursor:
        for one in statements:
            cursor.execute(one)


def tamper(*statements, table="audit_auditlog"):
    """Do what only whoever owns the database can do."""
    run(OFF.format(table), *statements, ON.format(table))


def seal_all():
    rows, marks = AuditLog.objects.order_by("-pk"), AuditRedaction.objects.order_by("-pk")
    last, mark = rows.first(), marks.first()
    return seals.seal_upto(log_id=last.pk if last else 0, redaction_id=mark.pk if mark else 0, at=NOON)


@pytest.fixture
def rows(reef):
    for number in range(6):
        did(RITA, "trip.flagged", trip_id=7, entity=("trip", number), after={"note": "late"})
    seal_all()
    found = list(AuditLog.objects.order_by("-pk").values_list("pk", flat=True)[:6])
    return found[::-1]


def test_what_was_sealed_is_whole(rows):
    found = seals.verify()
    assert found.broken is None
    assert (found.unsealed_cnt, found.redacted_cnt) == (0, 0)
    assert found.row_cnt == AuditLog.objects.count()
    did(MAX, "trip.deleted", trip_id=7)
    assert seals.verify().unsealed_cnt == 1
    assert seal_all() == 1
    later = seals.verify()
    assert (later.broken, later.row_cnt) == (None, found.row_cnt + 1)
    assert later.head != found.head


TAMPERED = {
    "edit": ("UPDATE audit_auditlog SET entity_id = 99 WHERE id = {2}", "row {2} was changed"),
    "who": ("UPDATE audit_auditlog SET actor_name = 'Max' WHERE id = {2}", "row {2} was changed"),
    "when": ("UPDATE audit_auditlog SET at = at - interval '1 day' WHERE id = {0}", "row {0} was changed"),
    "what": ('UPDATE audit_auditlog SET after = \'{{"note": ""}}\' WHERE id = {1}', "row {1} was changed"),
    "delete": ("DELETE FROM audit_auditlog WHERE id = {3}", "row {3} is gone"),
    "insert": (
        "DELETE FROM audit_auditlog WHERE id = {3};"
        "INSERT INTO audit_auditlog (id, at, actor_type, actor_name, user_agent, entity_type,"
        " entity_id, action) VALUES ({3}, now(), 'staff', 'Max', '', 'trip', 1, 'trip.deleted')",
        "row {3} was changed",
    ),
    "reorder": (
        "UPDATE audit_auditlog SET id = -1 WHERE id = {1};"
        "UPDATE audit_auditlog SET id = {1} WHERE id = {4};"
        "UPDATE audit_auditlog SET id = {4} WHERE id = -1",
        "row {1} was changed",
    ),
}


@pytest.mark.parametrize("kind", TAMPERED)
def test_tampering_is_found(rows, kind):
    statement, broken = (text.format(*rows) for text in TAMPERED[kind])
    tamper(*statement.split(";"))
    assert seals.verify().broken == broken


def test_a_row_that_is_put_between_is_found(rows):
    with transaction.atomic():
        did(RITA, "trip.flagged", trip_id=7)
        transaction.set_rollback(True)
    did(RITA, "trip.flagged", trip_id=7)
    last = AuditLog.objects.latest("pk").pk
    seal_all()
    tamper(
        "INSERT INTO audit_auditlog (id, at, actor_type, actor_name, user_agent, entity_type,"
        f" entity_id, action) VALUES ({last - 1}, now(), 'staff', 'Max', '', 'trip', 1, 'x')"
    )
    assert seals.verify().broken == f"row {last - 1} was put in"


@pytest.mark.parametrize(
    ("statement", "broken"),
    [
        ("UPDATE audit_seal SET digests = decode(repeat('00', length(digests)), 'hex')", "changed"),
        ("UPDATE audit_seal SET sealed_at = now()", "changed"),
        ("UPDATE audit_seal SET previous = hash", "follow"),
        ("DELETE FROM audit_seal WHERE id = (SELECT min(id) FROM audit_seal)", "follow"),
    ],
)
def test_tampering_with_seals_is_found(rows, statement, broken):
    did(RITA, "trip.flagged", trip_id=7)
    seal_all()
    tamper(statement, table="audit_seal")
    assert broken in (seals.verify().broken or "")


@pytest.mark.parametrize("table", ["audit_seal", "audit_redaction"])
def test_the_database_refuses_to_change_seals_and_marks(rows, table):
    for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET id = id", f"TRUNCATE {table}"):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            run(statement)


def test_what_people_take_away_leaves_the_log_whole(rows):
    with transaction.atomic():
        assert redact(customer_ids=[], trip_ids=[7], message_ids=[]) == 6
    assert AuditLog.objects.get(pk=rows[0]).after == {"note": "[removed]"}
    found = seals.verify()
    assert (found.broken, found.redacted_cnt) == (None, 6)
    seal_all()
    assert seals.verify().broken is None

    tamper(f"UPDATE audit_auditlog SET after = NULL WHERE id = {rows[2]}")
    assert seals.verify().broken == f"row {rows[2]} was changed"


def test_marks_of_redactions_are_sealed(rows):
    with transaction.atomic():
        redact(customer_ids=[], trip_ids=[7], message_ids=[])
    seal_all()
    tamper("UPDATE audit_redaction SET at = now() - interval '1 year'", table="audit_redaction")
    assert "marks of redactions" in (seals.verify().broken or "")


def test_what_was_redacted_before_its_seal(reef):
    did(RITA, "trip.flagged", trip_id=7, after={"note": "late"})
    with transaction.atomic():
        redact(customer_ids=[], trip_ids=[7], message_ids=[])
    seal_all()
    assert seals.verify().broken is None


def test_long_logs_are_sealed_in_stretches(rows, monkeypatch):
    monkeypatch.setattr(seals, "BATCH", 4)
    for _ in range(10):
        did(MAX, "trip.deleted", trip_id=7)
    assert seal_all() == 10
    assert AuditSeal.objects.latest("pk").log_after > rows[-1] + 3
    assert seals.verify().broken is None


def test_a_sale_draws_no_statement_more(rows, django_assert_num_queries):
    with transaction.atomic(), django_assert_num_queries(1):
        record(entity_type="trip", entity_id=1, action="trip.flagged", at=NOON)


def test_the_command_says_so(rows):
    said = StringIO()
    call_command("audit", "verify", "--account", "reef", stdout=said)
    assert "ok:" in said.getvalue()
    tamper(f"DELETE FROM audit_auditlog WHERE id = {rows[3]}")
    with pytest.raises(CommandError, match="reef"):
        call_command("audit", "verify", "--all", stdout=said)
    assert f"BROKEN: row {rows[3]} is gone" in said.getvalue()
    with pytest.raises(CommandError, match="Operator not found"):
        call_command("audit", "verify", "--account", "nobody", stdout=said)


def sealed_within(seconds):
    """Seal until nothing is left; other databases of this server may hold that up for a while."""
    pause, rounds = threading.Event(), int(seconds / 0.05)
    for _ in range(rounds):
        seals.seal()
        if not seals.verify().unsealed_cnt and AuditHorizon.objects.exists():
            return True
        pause.wait(0.05)
    return False


@pytest.mark.django_db(transaction=True)
def test_who_commits_late_is_sealed_and_nobody_waits():
    """A long transaction draws a low number, others sell on; no seal is made over its gap."""
    written, free = threading.Event(), threading.Event()

    def late():
        try:
            with in_schema(SCHEMA), transaction.atomic():
                did(RITA, "trip.flagged", trip_id=7)
                written.set()
                free.wait(30)
        finally:
            connection.close()

    slow = threading.Thread(target=late)
    slow.start()
    assert written.wait(30)
    with in_schema(SCHEMA):
        did(MAX, "trip.deleted", trip_id=7)
        drawn = AuditLog.objects.latest("pk").pk
        for _ in range(5):
            seals.seal()
        assert not AuditSeal.objects.filter(log_upto__gte=drawn - 1).exists()
        free.set()
        slow.join(30)
        assert sealed_within(60)
        assert AuditLog.objects.filter(pk__lt=drawn, action="trip.flagged").exists()
        found = seals.verify()
        assert (found.broken, found.row_cnt) == (None, AuditLog.objects.count())
