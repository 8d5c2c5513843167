"""Migrations that would block a table or break the release beside them are named; others pass."""

from collections.abc import Sequence

import pytest
from django.db import migrations, models
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models.functions import Now

from migration_lint.judgment import judge
from migration_lint.offline_sql import Step, render_one

pytestmark = pytest.mark.rules

BOAT = migrations.CreateModel(
    "Boat",
    [
        ("id", models.BigAutoField(primary_key=True)),
        ("name", models.CharField(max_length=20)),
        ("seats", models.IntegerField(null=True)),
    ],
)
DOCK = migrations.CreateModel("Dock", [("id", models.BigAutoField(primary_key=True))])


def rules(
    *operations: Operation, exempt: dict[str, str] | None = None, known: Sequence[Operation] = (BOAT, DOCK)
) -> list[str]:
    """Return the rules that a migration breaks where `known` is released."""
    state = ProjectState()
    for operation in known:
        operation.state_forwards("outfitter_demo", state)
    migration = migrations.Migration("0002_next", "outfitter_demo")
    migration.operations = list(operations)
    if exempt is not None:
        migration.exempt = exempt  # type: ignore[attr-defined]
    step, _ = render_one(("outfitter_demo", "0002_next"), migration, state)
    return [found.rule for found in judge([step])]


GOOD = {
    "a column that may be empty": migrations.AddField(
        "boat", "color", models.CharField(max_length=9, null=True)
    ),
    "a column with a default that stays": migrations.AddField(
        "boat", "color", models.CharField(max_length=9, default="", db_default="")
    ),
    "a column that tells when": migrations.AddField(
        "boat", "made_at", models.DateTimeField(db_default=Now())
    ),
    "a table": migrations.CreateModel("Crew", [("id", models.BigAutoField(primary_key=True))]),
    "a rule that is checked later": migrations.RunSQL(
        "ALTER TABLE outfitter_demo_boat ADD CONSTRAINT some CHECK (seats > 0) NOT VALID"
    ),
    "a trigger": migrations.RunSQL(
        "CREATE FUNCTION kept() RETURNS trigger LANGUAGE plpgsql AS $$\nBEGIN RETURN NEW; END\n$$;\n"
        "CREATE TRIGGER kept BEFORE UPDATE ON outfitter_demo_boat FOR EACH ROW EXECUTE FUNCTION kept()"
    ),
}
BAD = {
    "ban-drop-default": migrations.AddField("boat", "color", models.CharField(max_length=9, default="")),
    "adding-required-field": migrations.RunSQL(
        "ALTER TABLE outfitter_demo_boat ADD COLUMN color text NOT NULL"
    ),
    "adding-field-with-default": migrations.RunSQL(
        "ALTER TABLE outfitter_demo_boat ADD COLUMN made timestamptz DEFAULT clock_timestamp()"
    ),
    "adding-foreign-key-constraint": migrations.AddField(
        "boat", "dock", models.ForeignKey("outfitter_demo.dock", models.CASCADE, null=True)
    ),
    "adding-not-nullable-field": migrations.AlterField("boat", "seats", models.IntegerField(db_default=0)),
    "ban-drop-not-null": migrations.AlterField("boat", "name", models.CharField(max_length=20, null=True)),
    "changing-column-type": migrations.AlterField("boat", "seats", models.BigIntegerField(null=True)),
    "ban-drop-column": migrations.RemoveField("boat", "seats"),
    "ban-drop-table": migrations.DeleteModel("dock"),
    "renaming-column": migrations.RenameField("boat", "seats", "places"),
    "renaming-table": migrations.RenameModel("boat", "vessel"),
    "require-concurrent-index-creation": migrations.AddIndex(
        "boat", models.Index(fields=["name"], name="by_name")
    ),
    "constraint-missing-not-valid": migrations.AddConstraint(
        "boat", models.CheckConstraint(condition=models.Q(seats__gt=0), name="has_seats")
    ),
    "disallowed-unique-constraint": migrations.AddConstraint(
        "boat", models.UniqueConstraint(fields=["name"], name="one_name")
    ),
    "python-code": migrations.RunPython(migrations.RunPython.noop),
    "syntax-error": migrations.RunSQL("ALTER TABEL outfitter_demo_boat ADD COLUMN color text"),
}


@pytest.mark.parametrize("told", GOOD)
def test_what_old_code_lives_with_passes(told: str) -> None:
    assert rules(GOOD[told]) == []


@pytest.mark.parametrize("rule", BAD)
def test_what_blocks_or_breaks_old_code_is_named(rule: str) -> None:
    assert rule in rules(BAD[rule])


@pytest.mark.parametrize("rule", sorted(set(BAD) - {"syntax-error", "python-code"}))
def test_a_table_of_the_same_release_is_nobodys_yet(rule: str) -> None:
    assert rule not in rules(BOAT, DOCK, BAD[rule], known=())


def test_a_reason_exempts_one_rule_of_one_migration() -> None:
    reason = {"ban-drop-column": "The release before this one stopped reading it."}
    assert rules(BAD["ban-drop-column"], exempt=reason) == []
    assert rules(BAD["ban-drop-column"], BAD["renaming-table"], exempt=reason) == ["renaming-table"]


def test_an_exemption_says_why_and_is_needed() -> None:
    assert rules(BAD["ban-drop-column"], exempt={"ban-drop-column": "not read"}) == ["unreasoned-exemption"]
    unneeded = {"renaming-table": "The release before this one stopped reading it."}
    assert rules(GOOD["a trigger"], exempt=unneeded) == ["unused-exemption"]


def test_a_finding_quotes_the_statement_of_its_own_migration() -> None:
    steps = [
        Step(("trips", "0001_a"), ["CREATE TABLE x (\n id bigint\n)"], {}),
        Step(("trips", "0002_b"), ["SELECT 1", "ALTER TABLE y\n DROP COLUMN z"], {}),
    ]
    (found,) = judge(steps)
    assert str(found).startswith("trips.0002_b: ban-drop-column: ")
    assert str(found).endswith("ALTER TABLE y DROP COLUMN z")
