"""Migrations that render less come to the same models, and to the same SQL, as Django's own way."""

from typing import Any

import pytest
from django.contrib.postgres.fields import ArrayField
from django.db import connection, migrations, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState, StateApps

from outfitter.accounts import migration_sql, schema_migration
from outfitter.accounts.migration_state import MigrationState


def fk(to: str, **more: Any) -> Any:
    return models.ForeignKey(to, on_delete=models.CASCADE, null=True, **more)


def key() -> tuple[str, Any]:
    return "id", models.AutoField(primary_key=True)


# What is put in place first and altered later: an alteration has to find all that refers to it.
OPERATIONS = [
    migrations.CreateModel("Boat", [key(), ("name", models.CharField(max_length=20))]),
    migrations.CreateModel("Crew", [key(), ("boat", fk("audit.boat", related_name="crew"))]),
    migrations.AddField("boat", "seats", models.IntegerField(default=1), preserve_default=False),
    migrations.AddField("boat", "tags", ArrayField(models.TextField(), default=list)),
    migrations.AddField("boat", "skipper", fk("audit.crew", related_name="+")),
    migrations.AddField("crew", "relief", fk("self")),
    migrations.AddField("crew", "boats", models.ManyToManyField("audit.boat", related_name="hands")),
    migrations.AddIndex("boat", models.Index(fields=["name"], name="boat_name")),
    migrations.AddIndex("boat", models.Index(fields=["seats"], name="boat_seats")),
    migrations.AddConstraint(
        "boat", models.CheckConstraint(condition=models.Q(seats__gt=0), name="boat_has_seats")
    ),
    migrations.AddConstraint("boat", models.UniqueConstraint(fields=["skipper"], name="one_boat_each")),
    migrations.CreateModel("Berth", [key(), ("boat", fk("audit.boat"))]),
    migrations.AlterField("boat", "id", models.BigAutoField(primary_key=True)),
    migrations.AlterField("crew", "id", models.BigAutoField(primary_key=True)),
    migrations.AddField("berth", "no", models.CharField(max_length=5, default="", db_index=True)),
    migrations.RemoveIndex("boat", "boat_seats"),
    migrations.RemoveConstraint("boat", "one_boat_each"),
    migrations.RenameField("boat", "seats", "seat_cnt"),
    migrations.AddIndex("boat", models.Index(fields=["seat_cnt", "name"], name="boat_seat_cnt")),
    migrations.RenameModel("Crew", "Hand"),
    migrations.AddField("berth", "hand", fk("audit.hand")),
    migrations.RemoveField("hand", "relief"),
    migrations.AlterUniqueTogether("berth", {("boat", "no")}),
    migrations.DeleteModel("Berth"),
]


def shape(apps: StateApps) -> dict[str, Any]:
    """Return all that a schema editor asks of models."""
    return {
        model._meta.label: (
            model._meta.db_table,
            [
                (one.column, repr(one.deconstruct()), _target(one))
                for one in model._meta.local_concrete_fields
            ],
            sorted(one.name for one in model._meta.local_many_to_many),
            [one.deconstruct() for one in model._meta.indexes],
            [one.deconstruct() for one in model._meta.constraints],
            sorted(
                f"{one.related_model._meta.label}.{one.field.name}"
                for one in model._meta.get_fields(include_hidden=True)
                if one.auto_created and not one.concrete
            ),
        )
        for model in apps.get_models(include_auto_created=True)
    }


def _target(field: Any) -> Any:
    return field.target_field.model._meta.label if isinstance(field, models.ForeignKey) else None


def sql_of(state: ProjectState) -> list[str]:
    """Run the operations in an operator's schema and return their SQL; nothing stays."""
    _ = state.apps
    with migration_sql._recorded() as sql, transaction.atomic():
        for number, operation in enumerate(OPERATIONS):
            one = migrations.Migration(f"{number:04}_boats", "audit")
            one.operations = [operation]
            with connection.schema_editor() as editor:
                state = one.apply(state, editor)
        transaction.set_rollback(True)
    return sql


def test_every_operation_sends_what_it_sends_with_django_alone(reef: object) -> None:
    wanted, found = sql_of(ProjectState()), sql_of(MigrationState())
    assert len(wanted) > 30
    assert found == wanted


@pytest.mark.parametrize("cnt", range(1, len(OPERATIONS) + 1))
def test_every_operation_leads_to_the_models_of_a_new_rendering(cnt: int) -> None:
    state = MigrationState()
    _ = state.apps
    for operation in OPERATIONS[:cnt]:
        operation.state_forwards("audit", state)
    assert shape(state.apps) == shape(StateApps(set(), state.models))


def test_our_migrations_lead_to_the_models_of_a_new_rendering() -> None:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    state = MigrationState(real_apps=loader.unmigrated_apps)
    first = state.apps
    for key in loader.graph._generate_plan(migration_sql.tenant_leaves(loader), at_end=True):
        loader.graph.nodes[key].mutate_state(state, preserve=False)
    assert state.apps is first
    assert shape(first) == shape(StateApps(state.real_apps, state.models))


def test_code_in_a_migration_gets_models_that_agree() -> None:
    state = MigrationState()
    before = state.apps
    for operation in OPERATIONS[:4]:
        operation.state_forwards("audit", state)
    state.clear_delayed_apps_cache()
    assert state.apps is not before
    assert {one.name for one in state.apps.get_model("audit", "boat")._meta.fields} >= {"seats", "tags"}


def test_what_concerns_operators_alone_is_only_noted_in_public(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM django_migrations WHERE app = 'jobs' OR (app, name) IN"
            " (SELECT app, name FROM django_migrations WHERE app = 'trips' AND name > '0008')"
        )
        cursor.execute("SELECT app, name FROM django_migrations")
        left = set(cursor.fetchall())

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("nothing is run for these")

    monkeypatch.setattr(schema_migration.ForwardExecutor, "migrate", refuse)
    shared, _version = schema_migration._migrate_public()

    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        now = set(cursor.fetchall())
    assert shared == []
    assert now - left >= {("jobs", "0001_jobs"), ("trips", "0010_partner_deposit")}


def test_nothing_in_public_depends_on_what_concerns_operators() -> None:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    labels = migration_sql.tenant_labels()
    wrong = [
        (key, parent.key)
        for key, node in loader.graph.node_map.items()
        if key[0] not in labels
        for parent in node.parents
        if parent.key[0] in labels
    ]
    assert wrong == []
